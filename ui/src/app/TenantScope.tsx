import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import { reads } from "@/backend";
import { Select } from "@/components/Select";

const ALL = "all";

/** The tenant everything is narrowed to. It lives in the route, so links and Back keep it. */
export function TenantScope() {
  const { tenant = ALL } = useSearch({ strict: false }) as { tenant?: string };
  const navigate = useNavigate();
  const { data: tenants = [] } = useQuery(reads.tenants());
  return (
    <Select
      label="Tenant"
      layout="hidden"
      small
      icon={Building2}
      value={tenant}
      options={[
        { value: ALL, label: "All tenants" },
        ...tenants.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(next) =>
        void navigate({
          to: ".",
          search: ((before: object) => ({
            ...before,
            tenant: next === ALL ? undefined : next,
          })) as never,
        })
      }
    />
  );
}
