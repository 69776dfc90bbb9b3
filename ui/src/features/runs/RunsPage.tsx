import { PageHead } from "@/components/PageHead";

export function RunsPage() {
  return <PageHead title="Runs" />;
}
