/** The size of everything, in percent. */
export const SCALES = { least: 80, most: 150, step: 10 };

/** One step larger or smaller, within what is allowed. */
export function nextScale(percent: number, steps: number): number {
  const next = Math.round(percent / SCALES.step + steps) * SCALES.step;
  return Math.min(SCALES.most, Math.max(SCALES.least, next));
}
