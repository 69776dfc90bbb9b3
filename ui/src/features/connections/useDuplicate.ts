import { useNavigate } from "@tanstack/react-router";
import { failure, type ProfileRow, useWrite } from "@/backend";
import { useToasts } from "@/components/Toast";

/** A second profile of the same database, which is then shown. */
export function useDuplicate() {
  const navigate = useNavigate();
  const toasts = useToasts();
  const write = useWrite("duplicateProfile");
  return async ({ profile }: ProfileRow) => {
    try {
      const { id } = await write.mutateAsync([profile.id]);
      void navigate({ to: "/connections/$id", params: { id } });
    } catch (thrown) {
      toasts.refused(`Duplicate failed for ${profile.details.name}.`, failure(thrown).message);
    }
  };
}
