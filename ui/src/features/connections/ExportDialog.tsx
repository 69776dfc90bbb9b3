import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { backend, failure } from "@/backend";
import { Button } from "@/components/Button";
import { Dialog } from "@/components/Dialog";
import { TextArea } from "@/components/TextArea";
import { useToasts } from "@/components/Toast";

/** All connections as the text of a file. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const toasts = useToasts();
  const { data, error } = useQuery({
    queryKey: ["connection", "export"],
    queryFn: () => backend().exportProfiles(),
    gcTime: 0,
  });
  async function copy() {
    try {
      await navigator.clipboard.writeText(data ?? "");
      toasts.done("Copied the connections");
    } catch (thrown) {
      toasts.refused("Copy failed.", failure(thrown).message);
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Export connections"
      footnote={
        <Button
          icon={Copy}
          disabledReason={data === undefined ? "It is being written." : undefined}
          onClick={() => void copy()}
        >
          Copy
        </Button>
      }
    >
      <p>
        Keep this text in a file, or send it to a colleague. Passwords are left out; addresses,
        users and the paths of certificates are in it.
      </p>
      {error && <p role="alert">{error.message}</p>}
      <TextArea
        label="Text"
        layout="stack"
        readOnly
        rows={12}
        value={data ?? ""}
        onChange={() => {}}
      />
    </Dialog>
  );
}
