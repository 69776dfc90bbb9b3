/** The zones lately saved on this desktop, newest first. */

const STORED = "routine-desk.recent-zones";
const KEPT = 5;

export function recentZones(): string[] {
  return (localStorage.getItem(STORED) ?? "").split(" ").filter(Boolean);
}

export function rememberZone(zone: string) {
  const others = recentZones().filter((each) => each !== zone);
  localStorage.setItem(STORED, [zone, ...others].slice(0, KEPT).join(" "));
}
