import { useNavigate } from "@tanstack/react-router";
import { type ConnectionInfo, failure, useWrite } from "@/backend";
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
    /** Goes on where the view that asked is closed meanwhile. */
    open: async (id: string, name: string, password: string | null = null) => {
      try {
        opened(await write.mutateAsync([id, password]));
      } catch (thrown) {
        toasts.refused(`Open failed for ${name}.`, failure(thrown).message);
        void navigate({ to: "/connections/$id", params: { id } });
      }
    },
  };
}
