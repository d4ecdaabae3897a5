import { describe, expect, it } from 'vitest';
import { withWidths } from '../breakpoints.ts';
import { breakpointProblems } from './breakpoints.ts';

describe('a style sheet', () => {
  it('names breakpoints beside other conditions', () => {
    expect(withWidths('(pointer: coarse), (--below-tablet)')).toBe('(pointer: coarse), (max-width: 47.99em)');
    expect(withWidths('(--from-tablet) and (--below-desktop)')).toBe('(min-width: 48em) and (max-width: 61.99em)');
    expect(withWidths('screen and (--from-wide)')).toBe('screen and (min-width: 75em)');
    expect(withWidths('print and (max-height: 30em)')).toBe('print and (max-height: 30em)');
  });

  it.each(['(--below-tabelt)', '(--tablet)', '(--below-toString)', '(--)'])('is not built with %s', (query) => {
    expect(() => withWidths(query)).toThrow('is no breakpoint');
  });
});

describe('the structure check', () => {
  it.each([
    ['web/domain/Desk.module.css', '@media (max-width: 47.99em) {', '(--below-tablet)'],
    ['web/domain/Desk.module.css', '@media print, (max-width:61.99rem) {', '(--below-desktop)'],
    ['web/domain/Desk.module.css', '@media (min-width: 48rem) {', '(--from-tablet)'],
    ['web/domain/Desk.tsx', "useMedia('(min-width: 75em)');", "from('wide')"],
  ])('refuses a breakpoint that is written out in %s: %s', (file, line, instead) => {
    const problems = breakpointProblems(file, `\n${line}\n`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^web\/domain\/Desk\.\S+:2: .* is a breakpoint: write /);
    expect(problems[0]?.endsWith(`write ${instead}`)).toBe(true);
  });

  it.each([
    ['web/domain/Desk.module.css', '@media (--below-tablet) {'],
    ['web/domain/Desk.module.css', '@media (max-width: 30em) {'],
    ['web/domain/Desk.module.css', '  max-width: 48em;'],
    ['docs/WIDTHS.md', 'Phones: (max-width: 47.99em)'],
  ])('accepts other widths in %s: %s', (file, line) => {
    expect(breakpointProblems(file, line)).toEqual([]);
  });
});
