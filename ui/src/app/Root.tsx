import { Outlet } from "@tanstack/react-router";
import { Frame } from "./Frame";

/** Feeds the frame. */
export function Root() {
  return (
    <Frame connection={null} live={null} scheduler={null}>
      <Outlet />
    </Frame>
  );
}
