import type { Verdict } from "@/components/Field";
import { Select } from "@/components/Select";
import { TextField } from "@/components/TextField";
import { destinations } from "./destinations";
import type { Form } from "./form";
import type { EditorState } from "./useEditor";

interface Props {
  editor: EditorState;
  changed: (key: keyof Form) => boolean;
  verdict: (field: string) => Verdict | undefined;
  readOnly: boolean;
}

/** Where results go: each success, the first failure in a row, and the one that switches it off. */
export function DestinationFields({ editor: { form, change }, changed, verdict, readOnly }: Props) {
  return (
    <>
      <Select
        label="Results go"
        value={form.destination}
        options={destinations}
        onChange={(destination) => change({ destination })}
        changed={changed("destination")}
        readOnly={readOnly}
      />
      {form.destination !== "none" && (
        <>
          <TextField
            label="Address"
            type="url"
            placeholder="https://"
            value={form.destinationUrl}
            onChange={(destinationUrl) => change({ destinationUrl })}
            changed={changed("destinationUrl")}
            verdict={verdict("destination.url")}
            readOnly={readOnly}
          />
          <TextField
            label="Secret name"
            value={form.destinationSecret}
            onChange={(destinationSecret) => change({ destinationSecret })}
            changed={changed("destinationSecret")}
            verdict={verdict("destination.secret_name")}
            note="The name under which the worker knows the secret, never its value. May be empty."
            readOnly={readOnly}
          />
        </>
      )}
    </>
  );
}
