import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { failure, reads, type TenantPolicy } from "@/backend";

/** How long typing may pause before the question is asked, in milliseconds. */
const TYPING_MS = 200;

/** What saving this policy would meet; none while nothing has changed. */
export function usePolicyPreview(tenantId: string, policy: TenantPolicy | null) {
  const text = policy && JSON.stringify(policy);
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useQuery({
    ...reads.policyPreview(tenantId, asked === null ? {} : (JSON.parse(asked) as TenantPolicy)),
    enabled: asked !== null,
  });
  const settled = text === asked;
  return {
    effects: asked === null || query.isError ? [] : (query.data ?? []),
    isChecking: !settled || query.isFetching,
    refusal: settled && asked !== null && query.isError ? failure(query.error) : null,
  };
}

export type PolicyPreview = ReturnType<typeof usePolicyPreview>;
