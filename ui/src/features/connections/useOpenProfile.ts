import { useNavigate } from "@tanstack/react-router";
import { type CommandFailure, type ConnectionInfo, useWrite } from "@/backend";
import { useToasts } from "@/components/Toast";

/** Opening another connection: what is open ends, and the day of the other one is shown. */
export function useOpenProfile() {
  const navigate = useNavigate();
  const toasts = useToasts();
  const write = useWrite("openProfile");

  function opened(connection: ConnectionInfo) {
    const ready = connection.schema.kind === "current" && !connection.without_tenants;
    if (ready) void navigate({ to: "/today" });
    else if (connection.profile_id) {
      void navigate({ to: "/connections/$id", params: { id: connection.profile_id } });
    }
  }
  return {
    busy: write.isPending,
    /** The profile that is being opened. */
    opening: write.isPending ? write.variables[0] : null,
    error: write.error,
    open: (id: string, name: string, password: string | null = null) =>
      write.mutate([id, password], {
        onSuccess: opened,
        onError: (refused: CommandFailure) => {
          toasts.refused(`Open failed for ${name}.`, refused.message);
          void navigate({ to: "/connections/$id", params: { id } });
        },
      }),
  };
}
