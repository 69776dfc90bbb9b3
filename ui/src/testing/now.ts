/** Thursday 22 October 2026, 14:32:08 in Vienna, three days before the clocks go back. */
export const NOW = Date.UTC(2026, 9, 22, 12, 32, 8);
