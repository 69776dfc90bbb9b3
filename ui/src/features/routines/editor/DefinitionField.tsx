import { useQuery } from "@tanstack/react-query";
import { Boxes, Plus } from "lucide-react";
import { useState } from "react";
import { reads } from "@/backend";
import { Button } from "@/components/Button";
import { Combobox } from "@/components/Combobox";
import type { Verdict } from "@/components/Field";
import { launcherTarget } from "../policies";
import styles from "./Editor.module.css";
import { NewDefinition } from "./NewDefinition";

interface Props {
  tenantId: string;
  value: string | null;
  onChange: (id: string) => void;
  changed: boolean;
  verdict?: Verdict;
  readOnly: boolean;
}

/** What is run: one of the tenant's definitions, or a new one made in place. */
export function DefinitionField({ tenantId, value, onChange, changed, verdict, readOnly }: Props) {
  const { data = [], error } = useQuery(reads.definitions(tenantId));
  const [making, setMaking] = useState(false);
  const options = data
    .filter((each) => each.disabled_at === null || each.id === value)
    .map((each) => ({
      value: each.id,
      label: each.name,
      detail: each.disabled_at === null ? launcherTarget(each) : "disabled",
    }));
  return (
    <>
      <Combobox
        label="Definition"
        icon={Boxes}
        value={value}
        onChange={onChange}
        changed={changed}
        options={options}
        placeholder="Choose what is run"
        emptyText={error ? error.message : "No definition matches."}
        verdict={verdict}
        readOnly={readOnly}
      />
      <div className={styles.under}>
        {making ? (
          <NewDefinition
            tenantId={tenantId}
            onCancel={() => setMaking(false)}
            onMade={(id) => {
              setMaking(false);
              onChange(id);
            }}
          />
        ) : (
          <Button
            size={24}
            tone="quiet"
            icon={Plus}
            disabledReason={readOnly ? "This connection is read-only." : undefined}
            onClick={() => setMaking(true)}
          >
            New definition…
          </Button>
        )}
      </div>
    </>
  );
}
