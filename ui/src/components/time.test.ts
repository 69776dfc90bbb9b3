import { describe, expect, it } from "vitest";
import {
  absolute,
  clockTime,
  count,
  date,
  duration,
  isoUtc,
  offsetChange,
  relative,
  span,
} from "./time";
import { city, isKnownZone, offsetLabel, wallTime, zoneLabel } from "./zone";

const VIENNA = "Europe/Vienna";
// Thursday 22 October 2026, 14:32:08 in Vienna; clocks go back on Sunday the 25th.
const NOW = Date.UTC(2026, 9, 22, 12, 32, 8);
const later = (ms: number) => NOW + ms;
const S = 1000;
const MIN = 60 * S;
const H = 60 * MIN;
const D = 24 * H;

describe("relative", () => {
  it.each([
    [33 * S, "in 33 s"],
    [MIN + 12 * S, "in 1 min 12 s"],
    [3 * MIN, "in 3 min"],
    [9 * MIN + 59 * S, "in 9 min 59 s"],
    [10 * MIN + 30 * S, "in 10 min"],
    [27 * MIN + 52 * S, "in 27 min"],
    [3 * H + 27 * MIN, "in 3 h 27 min"],
    [2 * H, "in 2 h"],
    [3 * D + 20 * H + 5 * MIN, "in 3 d 20 h"],
    [14 * D, "in 14 d"],
    [15 * D, "Fri 6 Nov"],
    [100 * D, "Sat 30 Jan 2027"],
  ])("says %i ms ahead as %s", (ahead, text) => {
    expect(relative(later(ahead), NOW, VIENNA)).toBe(text);
  });

  it.each([
    [-48 * S, "48 s ago"],
    [-(32 * MIN + 59 * S), "32 min ago"],
    [-(8 * H + 40 * MIN), "8 h ago"],
    [-(21 * D + 3 * H), "21 d ago"],
  ])("says the past in one unit: %i is %s", (behind, text) => {
    expect(relative(later(behind), NOW, VIENNA)).toBe(text);
  });

  it("never prints a minus sign or a zero", () => {
    expect(relative(NOW, NOW, VIENNA)).toBe("now");
    expect(relative(later(-999), NOW, VIENNA)).toBe("now");
    expect(relative(later(999), NOW, VIENNA)).toBe("now");
    expect(relative("not a time", NOW, VIENNA)).toBe("unknown time");
  });

  it("reads RFC 3339 text", () => {
    expect(relative("2026-10-22T12:32:41.000Z", NOW, VIENNA)).toBe("in 33 s");
  });
});

describe("absolute", () => {
  it.each([
    [Date.UTC(2026, 9, 22, 13, 0), "15:00"],
    [Date.UTC(2026, 9, 21, 22, 0), "00:00"],
    [Date.UTC(2026, 9, 21, 21, 59), "Wed 23:59"],
    [Date.UTC(2026, 9, 23, 4, 0), "Fri 06:00"],
    [Date.UTC(2026, 9, 16, 4, 0), "Fri 06:00"],
    [Date.UTC(2026, 9, 15, 4, 0), "Thu 15 Oct 06:00"],
    [Date.UTC(2025, 9, 26, 9, 0), "Sun 26 Oct 2025 10:00"],
  ])("says %i as %s", (at, text) => {
    expect(absolute(at, NOW, VIENNA)).toBe(text);
  });

  it("names the new offset when a clock change lies in between", () => {
    expect(absolute(Date.UTC(2026, 9, 26, 6, 0), NOW, VIENNA)).toBe("Mon 07:00 UTC+1");
    expect(offsetChange(Date.UTC(2026, 9, 26, 6, 0), NOW, VIENNA)).toBe("UTC+1");
    expect(offsetChange(Date.UTC(2026, 9, 24, 6, 0), NOW, VIENNA)).toBeNull();
  });

  it("tells the two 02:30 of the fold apart", () => {
    const first = Date.UTC(2026, 9, 25, 0, 30);
    expect(clockTime(first, VIENNA)).toBe("02:30");
    expect(clockTime(first + H, VIENNA)).toBe("02:30");
    expect(offsetLabel(first, VIENNA)).toBe("UTC+2");
    expect(offsetLabel(first + H, VIENNA)).toBe("UTC+1");
  });

  it("shows seconds only where asked", () => {
    expect(absolute(later(72 * S), NOW, VIENNA, true)).toBe("14:33:20");
  });

  it("counts calendar days of the zone, not of UTC", () => {
    const lateInTokyo = Date.UTC(2026, 9, 22, 15, 30);
    expect(absolute(lateInTokyo, NOW, "Asia/Tokyo")).toBe("Fri 00:30");
    expect(absolute(lateInTokyo, NOW, "UTC")).toBe("15:30");
  });

  it("keeps an unreadable moment a word", () => {
    expect(absolute("", NOW, VIENNA)).toBe("unknown time");
    expect(isoUtc("")).toBe("unknown time");
  });
});

describe("spans, durations, dates, counts", () => {
  it.each([
    [6, "6 ms"],
    [400, "0.4 s"],
    [14_800, "14.8 s"],
    [19_960, "20 s"],
    [41_200, "41 s"],
    [12 * MIN, "12 min"],
    [H + 3 * MIN, "1 h 3 min"],
    [-5, "0 ms"],
  ])("a duration of %i ms is %s", (ms, text) => {
    expect(duration(ms)).toBe(text);
  });

  it("never says a negative span", () => {
    expect(span(-4 * MIN)).toBe("0 s");
  });

  it("adds the year only where it is another one", () => {
    expect(date(NOW, NOW, VIENNA)).toBe("Thu 22 Oct");
    expect(date(Date.UTC(2027, 2, 28), NOW, VIENNA)).toBe("Sun 28 Mar 2027");
  });

  it("groups thousands", () => {
    expect(count(1162)).toBe("1,162");
  });

  it("prints UTC with milliseconds", () => {
    expect(isoUtc(NOW)).toBe("2026-10-22T12:32:08.000Z");
  });
});

describe("zones", () => {
  it("names offset and city", () => {
    expect(zoneLabel(VIENNA, NOW)).toBe("Europe/Vienna, UTC+2");
    expect(zoneLabel("UTC", NOW)).toBe("UTC");
    expect(offsetLabel(NOW, "Asia/Kolkata")).toBe("UTC+5:30");
    expect(offsetLabel(NOW, "America/Sao_Paulo")).toBe("UTC−3");
    expect(city("America/Argentina/Buenos_Aires")).toBe("Buenos Aires");
  });

  it("falls back to UTC for a zone this desktop lacks, and says so", () => {
    expect(isKnownZone("Mars/Olympus")).toBe(false);
    expect(wallTime(NOW, "Mars/Olympus").hour).toBe(12);
    expect(zoneLabel("Mars/Olympus", NOW)).toBe("Mars/Olympus, unknown here, shown in UTC");
  });

  it("writes midnight as 00, not 24", () => {
    expect(clockTime(Date.UTC(2026, 9, 21, 22, 0), VIENNA)).toBe("00:00");
  });
});
