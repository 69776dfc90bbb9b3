import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  failure,
  type PreviewRequest,
  reads,
  type TriggerPreview,
  type TriggerSpec,
} from "@/backend";

/** How long typing may pause before the scheduler is asked, in milliseconds. */
const TYPING_MS = 150;
const FIRES = 10;

export interface Preview {
  /** The last good answer; dimmed while it is not the answer to what is written now. */
  answer: TriggerPreview | null;
  isCurrent: boolean;
  isChecking: boolean;
  /** A single time that lies behind. */
  hasPassed: boolean;
  refusal: { message: string; field: string | null } | null;
}

/** What the written trigger will do. An answer counts only for exactly the text it was asked for. */
export function usePreview(trigger: TriggerSpec | null, tenantId: string): Preview {
  const request: PreviewRequest | null =
    trigger && tenantId ? { trigger, tenant_id: tenantId, count: FIRES } : null;
  const text = request && JSON.stringify(request);
  const asked = useSettled(text);
  const query = useQuery({
    ...reads.triggerPreview(asked === null ? nothing : (JSON.parse(asked) as PreviewRequest)),
    enabled: asked !== null,
  });
  const [good, setGood] = useState<TriggerPreview | null>(null);
  const answered = query.isSuccess && !query.isPlaceholderData;
  if (asked !== null && answered && query.data !== good) setGood(query.data);
  const settled = text !== null && text === asked;
  return {
    answer: asked !== null && answered ? query.data : good,
    isCurrent: settled && answered,
    hasPassed: settled && answered && trigger?.kind === "once" && query.data.fires.length === 0,
    isChecking: text !== null && (!settled || (!answered && !query.isError)),
    refusal: settled && query.isError ? failure(query.error) : null,
  };
}

const nothing: PreviewRequest = { trigger: { kind: "manual" }, tenant_id: "", count: FIRES };

function useSettled(text: string | null): string | null {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
