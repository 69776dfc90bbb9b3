import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type DefinitionRow, failure, useConnection, useWrite } from "@/backend";
import { Dialog } from "@/components/Dialog";
import { JsonEditor } from "@/components/JsonEditor";
import { parseJson } from "@/components/json";
import { useToasts } from "@/components/Toast";
import { runAddress } from "../addresses";

/** A run with an input of its own, of a routine that exists for nothing else. */
export function TestDialog({
  definition,
  onClose,
}: {
  definition: DefinitionRow;
  onClose: () => void;
}) {
  const { name: connection } = useConnection();
  const test = useWrite("testDefinition");
  const toasts = useToasts();
  const navigate = useNavigate();
  const [input, setInput] = useState("{}");
  const [refusal, setRefusal] = useState<string>();
  const run = async () => {
    try {
      const asked = await test.mutateAsync([definition.id, input]);
      toasts.done(`Testing ${definition.name}`);
      void navigate({ to: runAddress(asked.id) });
    } catch (thrown) {
      setRefusal(failure(thrown).message);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Test “${definition.name}” on ${connection}?`}
      confirm={{
        label: "Test",
        busy: test.isPending,
        disabledReason: parseJson(input).ok ? undefined : "The input is not JSON yet.",
        onConfirm: () => void run(),
      }}
      footnote="It is recorded as a run of the routine “Test of …”."
    >
      <p>
        It is really launched, once, by any worker that can. No routine that runs it is touched, and
        no streak moves.
      </p>
      <JsonEditor
        label="Input"
        layout="stack"
        value={input}
        onChange={(text) => {
          setInput(text);
          setRefusal(undefined);
        }}
        refusal={refusal}
      />
    </Dialog>
  );
}
