import { QueryClient } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "./app/Providers";
import { applyTheme } from "./app/theme";
import { router } from "./routes";
import "./styles";

applyTheme();

const queries = new QueryClient({
  defaultOptions: {
    // Commands answer from a local process: a failure is shown, not hidden behind retries.
    queries: { retry: false, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
});

const place = document.getElementById("root");
if (place) {
  createRoot(place).render(
    <StrictMode>
      <Providers queries={queries}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
}
