import { BREAKPOINTS, below, from } from '../../web/ui/base/style/breakpoints.ts';

const MADE_IN = 'web/ui/base/style/breakpoints.ts';

/** Each query of a breakpoint, and what a style sheet and a component write instead. */
const queries = BREAKPOINTS.flatMap((name) => [
  { query: from(name), css: `(--from-${name})`, ts: `from('${name}')` },
  { query: below(name), css: `(--below-${name})`, ts: `below('${name}')` },
]);

/**
 * @param file the path of a file of the web
 * @param text its content
 * @returns one line for each width of a breakpoint that is written out
 */
export function breakpointProblems(file: string, text: string): string[] {
  if (file === MADE_IN || !/^web\/.*\.(css|tsx?)$/.test(file)) return [];
  return text.split('\n').flatMap((line, index) => {
    const written = line.replaceAll(/\s*:\s*/g, ': ').replaceAll(/rem\b/g, 'em');
    return queries
      .filter(({ query }) => written.includes(query))
      .map(
        ({ query, css, ts }) =>
          `${file}:${index + 1}: ${query} is a breakpoint: write ${file.endsWith('.css') ? css : ts}`,
      );
  });
}
