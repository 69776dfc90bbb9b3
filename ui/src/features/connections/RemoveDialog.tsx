import { useNavigate } from "@tanstack/react-router";
import { type ProfileRow, useWrite } from "@/backend";
import { Banner } from "@/components/Banner";
import { Dialog } from "@/components/Dialog";
import { useToasts } from "@/components/Toast";

interface Props {
  row: ProfileRow;
  onClose: () => void;
}

/** Forgetting a connection; its database stays as it is. */
export function RemoveDialog({ row, onClose }: Props) {
  const { name } = row.profile.details;
  const navigate = useNavigate();
  const toasts = useToasts();
  const remove = useWrite("removeProfile");
  const confirm = () =>
    remove.mutate([row.profile.id], {
      onSuccess: () => {
        toasts.done(
          <>
            Removed <strong>{name}</strong>
          </>,
        );
        onClose();
        void navigate({ to: "/connections" });
      },
    });
  return (
    <Dialog
      open
      destructive
      onClose={onClose}
      title={`Remove ${name} from this computer?`}
      confirm={{ label: "Remove", busy: remove.isPending, onConfirm: confirm }}
    >
      <p>
        The profile and its password are forgotten here. The database is not touched, and can be
        connected to again.
      </p>
      {remove.error && (
        <Banner tone="bad" title="It was not removed.">
          {remove.error.message}
        </Banner>
      )}
    </Dialog>
  );
}
