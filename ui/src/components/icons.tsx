import { createLucideIcon } from "lucide-react";

/** The few pictures lucide lacks, drawn on its 24 grid so that they share size and stroke. */

export const ArrowAtWall = createLucideIcon("arrow-at-wall", [
  ["path", { d: "M3 12h12", key: "shaft" }],
  ["path", { d: "m10 7 5 5-5 5", key: "head" }],
  ["path", { d: "M20 5v14", key: "wall" }],
]);

export const TrayWithCross = createLucideIcon("tray-with-cross", [
  ["path", { d: "M3 13h5l2 3h4l2-3h5", key: "lip" }],
  ["path", { d: "M3 13v6a1.5 1.5 0 0 0 1.5 1.5h15A1.5 1.5 0 0 0 21 19v-6", key: "tray" }],
  ["path", { d: "m9 4 6 6", key: "cross-1" }],
  ["path", { d: "m15 4-6 6", key: "cross-2" }],
]);

export const DashedClock = createLucideIcon("dashed-clock", [
  ["circle", { cx: "12", cy: "12", r: "9", strokeDasharray: "3.4 2.25", key: "face" }],
  ["path", { d: "M12 7.5V12l3 1.8", key: "hands" }],
]);

export const SkipArc = createLucideIcon("skip-arc", [
  ["path", { d: "M3 16a8 8 0 0 1 15-3", key: "arc" }],
  ["path", { d: "M19 7v6h-6", key: "head" }],
]);

export const RunningRing = createLucideIcon("running-ring", [
  ["path", { d: "M12 3a9 9 0 1 1-7.6 4.2", key: "ring" }],
  ["path", { d: "M12 8v4.2l2.4 1.4", key: "hands" }],
]);

export const OctagonBar = createLucideIcon("octagon-bar", [
  ["path", { d: "M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3z", key: "sign" }],
  ["path", { d: "M8 12h8", key: "bar" }],
]);

export const OneInCircle = createLucideIcon("one-in-circle", [
  ["circle", { cx: "12", cy: "12", r: "9", key: "ring" }],
  ["path", { d: "m10.2 9.4 2.3-1.7v8.6", key: "one" }],
]);
