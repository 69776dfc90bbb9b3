import { Plus } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { Menu } from "@/components/Menu";
import { TextField } from "@/components/TextField";
import type { RoutinesSearch } from "../search";
import { isSame, useSavedViews } from "./savedViews";

/** Keeps the filters that are set as a view under the navigation, or forgets one. */
export function SaveView({ search }: { search: RoutinesSearch }) {
  const { views, save, forget } = useSavedViews();
  const [name, setName] = useState<string | null>(null);
  const current = views.find((view) => isSame(view.search, search));
  const trimmed = name?.trim() ?? "";
  return (
    <>
      <Menu
        trigger={<IconButton size={24} icon={Plus} label="Saved views" />}
        entries={[
          {
            label: "Save these filters as a view…",
            disabledReason: current && `Saved as ${current.name}.`,
            onSelect: () => setName(""),
          },
          ...views.map((view) => ({
            label: `Forget “${view.name}”`,
            onSelect: () => forget(view.name),
          })),
        ]}
      />
      {name !== null && (
        <Dialog
          open
          onClose={() => setName(null)}
          title="Save these filters as a view?"
          confirm={{
            label: "Save",
            disabledReason: trimmed === "" ? "Give it a name." : undefined,
            onConfirm: () => {
              save(trimmed, search);
              setName(null);
            },
          }}
          footnote="Views are yours: they stay on this desktop."
        >
          <TextField
            label="Name"
            layout="stack"
            value={name}
            onChange={setName}
            maxLength={60}
            note={
              views.some((view) => view.name === trimmed)
                ? "Replaces the view of this name."
                : undefined
            }
            autoFocus
          />
        </Dialog>
      )}
    </>
  );
}
