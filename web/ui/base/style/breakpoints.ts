/** The widths, in em, from which a layout is one for a tablet, a desktop or a wide desktop. */
const WIDTHS = { tablet: 48, desktop: 62, wide: 75 } as const;

type Breakpoint = keyof typeof WIDTHS;

export const BREAKPOINTS = Object.keys(WIDTHS) as readonly Breakpoint[];

export const isBreakpoint = (name: string): name is Breakpoint => Object.hasOwn(WIDTHS, name);

/** The media query of windows at least as wide as a breakpoint. Style sheets write `@media (--from-tablet)`. */
export const from = (name: Breakpoint): string => `(min-width: ${WIDTHS[name]}em)`;

/** The media query of windows narrower than a breakpoint. Style sheets write `@media (--below-tablet)`. */
export const below = (name: Breakpoint): string => `(max-width: ${WIDTHS[name] - 0.01}em)`;
