import { useState } from "react";
import { useConnection } from "@/backend";
import { Dialog } from "@/components/Dialog";
import { JsonEditor } from "@/components/JsonEditor";
import { parseJson } from "@/components/json";

interface Props {
  /** The verb and what it is done to: "Replay this run of “Supplier price watch”". */
  question: string;
  verb: string;
  /** What stands there at first; unchanged, it is sent as it was stored. */
  input: string;
  footnote: string;
  busy: boolean;
  onConfirm: (input: string | null) => void;
  onClose: () => void;
}

/** One extra run, with this input or a changed one. */
export function InputDialog(props: Props) {
  const { question, verb, input, footnote, busy, onConfirm, onClose } = props;
  const { name } = useConnection();
  const [text, setText] = useState(input);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${question} on ${name}?`}
      confirm={{
        label: verb,
        busy,
        disabledReason: parseJson(text).ok ? undefined : "The input is not JSON yet.",
        onConfirm: () => onConfirm(text === input ? null : text),
      }}
      footnote={footnote}
    >
      <JsonEditor label="Input" layout="stack" value={text} onChange={setText} minRows={6} />
    </Dialog>
  );
}
