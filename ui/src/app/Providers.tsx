import { Tooltip } from "@base-ui/react/tooltip";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { CommandsProvider } from "@/components/commands";
import { ToastProvider } from "@/components/Toast";

interface ProvidersProps {
  queries: QueryClient;
  children: ReactNode;
}

/** What every page may count on. The clock comes from whoever knows the database's time. */
export function Providers({ queries, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={queries}>
      <CommandsProvider>
        <Tooltip.Provider>
          <ToastProvider>{children}</ToastProvider>
        </Tooltip.Provider>
      </CommandsProvider>
    </QueryClientProvider>
  );
}
