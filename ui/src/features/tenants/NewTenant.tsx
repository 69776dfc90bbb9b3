import { useState } from "react";
import { failure, useConnection, useWrite } from "@/backend";
import { Dialog } from "@/components/Dialog";
import { TextField } from "@/components/TextField";

interface Props {
  onClose: () => void;
  /** Its policy is the next thing to look at. */
  onMade: (id: string) => void;
}

export function NewTenant({ onClose, onMade }: Props) {
  const { name: connection } = useConnection();
  const create = useWrite("createTenant");
  const [name, setName] = useState("");
  const save = async () => {
    try {
      onMade((await create.mutateAsync([name])).id);
    } catch {
      // Shown at the field.
    }
  };
  const refused = create.error && failure(create.error).message;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Create a tenant on ${connection}?`}
      confirm={{
        label: "Create",
        busy: create.isPending,
        disabledReason: name.trim() === "" ? "Give it a name." : undefined,
        onConfirm: () => void save(),
      }}
      footnote="It begins with the usual policy."
    >
      <TextField
        label="Name"
        layout="stack"
        value={name}
        onChange={(text) => {
          setName(text);
          create.reset();
        }}
        verdict={refused ? { tone: "bad", sentence: refused } : undefined}
        autoFocus
      />
    </Dialog>
  );
}
