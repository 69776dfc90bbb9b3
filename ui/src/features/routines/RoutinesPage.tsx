import { PageHead } from "@/components/PageHead";

export function RoutinesPage() {
  return <PageHead title="Routines" />;
}
