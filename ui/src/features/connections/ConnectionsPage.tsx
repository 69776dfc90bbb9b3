import { PageHead } from "@/components/PageHead";

export function ConnectionsPage() {
  return <PageHead title="Connections" />;
}
