import { useEffect, useState } from "react";
import { setAsker, type Unconfirmed, useConnection } from "@/backend";
import { Dialog } from "@/components/Dialog";
import { TextField } from "@/components/TextField";
import { asked as words } from "./asked";

type Answer = { typed_name: string | null } | null;

interface Asked extends Unconfirmed {
  answer: (answer: Answer) => void;
}

/** The question of Rust, for changes whose view has not asked it. */
export function Confirmer() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    setAsker((question) => new Promise((answer) => setAsked({ ...question, answer })));
    return () => setAsker(null);
  }, []);
  if (asked === null) return null;
  const end = (answer: Answer) => {
    setAsked(null);
    asked.answer(answer);
  };
  return <Question key={asked.write} asked={asked} onEnd={end} />;
}

function Question({ asked, onEnd }: { asked: Asked; onEnd: (answer: Answer) => void }) {
  const { name } = useConnection();
  const [typed, setTyped] = useState("");
  const { verb, consequence } = words(asked.write);
  return (
    <Dialog
      open
      onClose={() => onEnd(null)}
      title={`${verb} on ${name}?`}
      confirm={{
        label: verb,
        disabledReason:
          asked.typed && typed.trim() !== name ? `Type ${name} to confirm.` : undefined,
        onConfirm: () => onEnd({ typed_name: asked.typed ? typed : null }),
      }}
    >
      <p>{consequence}</p>
      {asked.typed && (
        <TextField
          label={`Type “${name}” to confirm`}
          layout="stack"
          value={typed}
          onChange={setTyped}
          autoFocus
        />
      )}
    </Dialog>
  );
}
