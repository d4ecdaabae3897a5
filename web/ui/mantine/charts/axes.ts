/** How the axes of all charts look. */
export const axis = {
  tick: { fill: 'var(--color-text-muted)', fontSize: 12 },
  axisLine: { stroke: 'var(--color-border-strong)' },
  tickLine: false,
} as const;

/** The lines behind a chart. */
export const grid = { stroke: 'var(--color-border)', strokeDasharray: '3 4' } as const;
