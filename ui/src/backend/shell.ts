import { useEffect, useRef } from "react";
import { events, type Link, type MenuGroup } from "@/bindings";
import { backend } from "./commands";

/** What the window around the screens says and hears. Losing it costs a convenience, no more. */

/** Hands over each link that was opened, also the one the application was started with. */
export function useOpenedLinks(follow: (link: Link) => void): void {
  const latest = useRef(follow);
  latest.current = follow;
  useEffect(() => {
    const take = () =>
      backend()
        .takeLink()
        .then(
          (link) => link && latest.current(link),
          () => undefined,
        );
    const listening = events.linkOpened.listen(take);
    void take();
    return () => {
      void listening.then((stop) => stop());
    };
  }, []);
}

/** Fills the menu bar, none of it takes the bar away, and hears what was chosen from it. */
export function useMenuBar(groups: readonly MenuGroup[], choose: (id: string) => void): void {
  const latest = useRef(choose);
  latest.current = choose;
  const shown = JSON.stringify(groups);
  useEffect(() => {
    void backend()
      .setMenu(JSON.parse(shown) as MenuGroup[])
      .catch(() => undefined);
  }, [shown]);
  useEffect(() => {
    const listening = events.commandChosen.listen(({ payload }) => latest.current(payload.id));
    return () => {
      void listening.then((stop) => stop());
    };
  }, []);
}
