import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The colours of one theme's block. */
function colours(theme: 'light' | 'dark'): Map<string, string> {
  const block = css.slice(css.indexOf(`[data-theme="${theme}"] {`));
  const body = block.slice(0, block.indexOf('}'));
  return new Map(
    [...body.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

function luminance(hex: string): number {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

const contrast = (a: string, b: string) => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

const meanings = ['neutral', 'warning', 'info', 'primary', 'success', 'danger'];
const surfaces = ['bg', 'surface', 'surface-2', 'surface-3'];
const pairs: [string, string, number][] = [
  ...meanings.flatMap((name): [string, string, number][] => [
    [`${name}-fg`, `${name}-bg`, 4.5],
    [`${name}-on-solid`, `${name}-solid`, 4.5],
    [`${name}-fg`, 'surface-2', 4.5],
  ]),
  ...surfaces.flatMap((surface): [string, string, number][] => [
    ['text', surface, 7],
    ['text-muted', surface, 4.5],
    ['text-subtle', surface, 4.5],
    ['accent-text', surface, 4.5],
    ['link', surface, 4.5],
    ['focus', surface, 3],
  ]),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['accent-text', 'accent-bg', 4.5],
  ['text-muted', 'danger-bg', 4.5],
  ['border-strong', 'surface', 3],
  ...[1, 2, 3, 4, 5, 6, 'warning'].map((n): [string, string, number] => [`chart-${n}`, 'surface', 3]),
];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const palette = colours(theme);

  it.each(pairs)('%s can be read on %s', (front, back, least) => {
    expect(contrast(palette.get(front) ?? '', palette.get(back) ?? '')).toBeGreaterThanOrEqual(least);
  });

  it('is what its name says (spec §1)', () => {
    const [back, front] = theme === 'light' ? ['#ffffff', '#000000'] : ['#000000', '#ffffff'];
    expect([palette.get('bg'), palette.get('text')]).toEqual([back, front]);
  });
});
