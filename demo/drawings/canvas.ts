import type { Random } from '../random.ts';

export const WIDTH = 1280;
export const HEIGHT = 960;

/** A picture to draw: the random source of its scene, whether the lights work (after the visit), and its width in pixels. */
export type Scene = { random: Random; lit: boolean; width: number };

const n = (value: number) => value.toFixed(1);

export const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${more}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;

export const polygon = (points: readonly (readonly [number, number])[], fill: string, more = '') =>
  `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="${fill}" ${more}/>`;

export const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, width: number, more = '') =>
  `<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}" stroke="${stroke}" stroke-width="${n(width)}" ${more}/>`;

type Stop = readonly [at: number, colour: string, opacity: number];
const stops = (list: readonly Stop[]) =>
  list
    .map(([at, colour, opacity]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
    .join('');

/** A gradient from top to bottom. */
export const vertical = (id: string, ...list: Stop[]) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops(list)}</linearGradient>`;

/** A glow from the middle outwards. */
export const glow = (id: string, ...list: Stop[]) => `<radialGradient id="${id}">${stops(list)}</radialGradient>`;

/** Letters as strokes in a box of 4 by 6, because pictures must not depend on the fonts of the machine. */
const strokes: Record<string, string> = {
  A: 'M0 6L2 0L4 6M.8 4H3.2',
  E: 'M4 0H0V6H4M0 3H3',
  I: 'M2 0V6',
  L: 'M0 0V6H4',
  P: 'M0 6V0H3Q4 0 4 1.6T3 3.2H0',
  T: 'M0 0H4M2 0V6',
  X: 'M0 0L4 6M4 0L0 6',
  Z: 'M0 0H4L0 6H4',
};

/** A word of those letters; `colour` may differ from letter to letter. */
export function word(text: string, x: number, y: number, size: number, colour: (letter: number) => string, bold = 0.8) {
  const scale = size / 6;
  return [...text]
    .map((letter, index) => {
      const at = `translate(${n(x + index * scale * 5.4)} ${n(y)}) scale(${scale})`;
      return `<path d="${strokes[letter] ?? ''}" transform="${at}" fill="none" stroke="${colour(index)}" stroke-width="${bold}" stroke-linejoin="round"/>`;
    })
    .join('');
}

/** The finished picture: the drawing is slightly rotated, as a hand holds a phone, and darker towards the corners. */
export function svg({ random, width }: Scene, defs: string, body: string): string {
  const turn = `rotate(${n(random.between(-1.6, 1.6))} ${WIDTH / 2} ${HEIGHT / 2})`;
  const grow = `translate(${WIDTH / 2} ${HEIGHT / 2}) scale(1.06) translate(${-WIDTH / 2} ${-HEIGHT / 2})`;
  const corners = glow('corners', [0, '#000', 0], [0.62, '#000', 0.02], [1, '#000', 0.42]);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${Math.round((width * HEIGHT) / WIDTH)}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<defs>${defs}${corners}</defs><rect width="${WIDTH}" height="${HEIGHT}" fill="#101216"/>
<g transform="${turn} ${grow}">${body}</g>
${ellipse(WIDTH / 2, HEIGHT / 2, 960, 760, 'url(#corners)')}</svg>`;
}
