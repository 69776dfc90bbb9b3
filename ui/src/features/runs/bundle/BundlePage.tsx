import { useQueryClient } from "@tanstack/react-query";
import { Package, PackageOpen } from "lucide-react";
import { useState } from "react";
import { type Bundle, failure, useWrite } from "@/backend";
import { Banner } from "@/components/Banner";
import { Empty } from "@/components/Empty";
import { ErrorBand } from "@/components/ErrorBand";
import { FilePick } from "@/components/FilePick";
import { AbsoluteTime } from "@/components/Time";
import styles from "./Bundle.module.css";
import { BundleView } from "./BundleView";

/** Kept while the window is open, so that Back finds it again. */
const KEY = ["opened-bundle"];

/** A run from elsewhere, read from a file: no database is asked, nothing can be changed. */
export function BundlePage() {
  const queries = useQueryClient();
  const [bundle, setBundle] = useState<Bundle | null>(queries.getQueryData<Bundle>(KEY) ?? null);
  const read = useWrite("readBundle");
  const open = (text: string) =>
    read.mutate([text], {
      onSuccess: (opened) => {
        queries.setQueryData(KEY, opened);
        setBundle(opened);
      },
    });
  const pick = (first: boolean) => (
    <FilePick
      label={first ? "Open a bundle…" : "Open another…"}
      icon={PackageOpen}
      tone={first ? "primary" : "plain"}
      accept=".json"
      busy={read.isPending}
      onPick={open}
    />
  );
  const refused = read.error && (
    <div className={styles.band}>
      <ErrorBand title="The bundle was not opened.">{failure(read.error).message}</ErrorBand>
    </div>
  );
  if (bundle === null) {
    return (
      <>
        {refused}
        <Empty
          icon={Package}
          title="An incident bundle is one run in one file"
          actions={pick(true)}
        >
          Its page, its attempts, why it fired or did not, and the sweeps around it. Save one from
          the page of a run, or with <code>routinectl bundle</code>.
        </Empty>
      </>
    );
  }
  return (
    <>
      <Banner wide tone="plain" icon={Package} title="From a bundle." actions={pick(false)}>
        Made on <AbsoluteTime at={bundle.made_at} seconds /> by {bundle.made_by} with Routine Desk{" "}
        {bundle.program}, on {bundle.engine}, zone data {bundle.zone_data}. It shows how things
        stood then; nothing here is live, and nothing can be changed.
      </Banner>
      {refused}
      <BundleView key={bundle.run.row.id} bundle={bundle} />
    </>
  );
}
