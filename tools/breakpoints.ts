import { below, from, isBreakpoint } from '../web/ui/base/style/breakpoints.ts';

/**
 * @param query a media query, such as `print, (--below-tablet)`
 * @returns the query with the widths of the breakpoints that it names
 * @throws when it names something else
 */
export const withWidths = (query: string): string =>
  query.replaceAll(/\((--[^)]*)\)/g, (_, name: string) => {
    const [, side, breakpoint = ''] = /^--(from|below)-(.*)$/.exec(name) ?? [];
    if (!isBreakpoint(breakpoint)) throw new Error(`${name} is no breakpoint of web/ui/base/style/breakpoints.ts`);
    return side === 'from' ? from(breakpoint) : below(breakpoint);
  });

/** A PostCSS plugin that lets every style sheet name a breakpoint in `@media`, as a custom media query of the standard would. */
export const namedBreakpoints = {
  postcssPlugin: 'named-breakpoints',
  AtRule: {
    media(rule: { params: string; error(message: string): Error }) {
      if (!rule.params.includes('(--')) return;
      try {
        rule.params = withWidths(rule.params);
      } catch (error) {
        throw rule.error(String(error));
      }
    },
  },
};
