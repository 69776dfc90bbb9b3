import { useNavigate } from "@tanstack/react-router";

/** Pages of other features, which is why their routes are not typed here. */
export const routineAddress = (id: string) => `/routines/${id}` as "/routines";
export const runAddress = (id: string) => `/runs/${id}` as "/runs";

export function useGo() {
  const navigate = useNavigate();
  return {
    error: (fingerprint: string) =>
      void navigate({ to: "/failures/error/$fingerprint", params: { fingerprint } }),
    plan: (planId: string) =>
      void navigate({ to: "/failures/revive/$planId", params: { planId }, replace: true }),
    failures: () => void navigate({ to: "/failures" }),
  };
}
