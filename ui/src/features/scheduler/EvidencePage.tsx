import { Link } from "@tanstack/react-router";
import { PageHead } from "@/components/PageHead";
import { Evidence } from "./Evidence";
import styles from "./Scheduler.module.css";

/** Every routine's part in the proof, those with something to look at first. */
export function EvidencePage() {
  return (
    <>
      <PageHead
        title="Evidence"
        fact="what was planned against what there is"
        actions={<Link to="/scheduler">Scheduler</Link>}
      />
      <div className={styles.page}>
        <Evidence rows={200} whole />
      </div>
    </>
  );
}
