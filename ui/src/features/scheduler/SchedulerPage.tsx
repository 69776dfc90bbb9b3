import { PageHead } from "@/components/PageHead";

export function SchedulerPage() {
  return <PageHead title="Scheduler" />;
}
