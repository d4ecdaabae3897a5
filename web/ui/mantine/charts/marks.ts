import type { Tone } from '#web/ui/base/style/tone.ts';

/** The textures that tell marks of a chart apart without their colours. */
export const textures = ['solid', 'rising', 'dots', 'level', 'falling', 'upright', 'grid'] as const;
export type Texture = (typeof textures)[number];

/** How one part of a chart looks: a slice, a bar, or one layer of many bars. */
export type Mark = {
  key: string;
  label: string;
  /** A CSS colour, from the tokens. */
  color: string;
  texture: Texture;
};

/** One slice or bar with its figure. */
export type Item = Mark & {
  value: number;
  /** The address that a click opens. */
  to?: string | undefined;
};

/** One bar or point that consists of several marks, by their keys. */
export type Row = {
  key: string;
  label: string;
  values: Readonly<Record<string, number>>;
  /** The address that a click opens. */
  to?: string | undefined;
  /** The same for single marks, by their keys. */
  toMark?: Readonly<Record<string, string>>;
};

/** The colour of a meaning, as badges have it. A warning is yellow: the text of its badge is brown. */
export const colorOf = (tone: Tone): string =>
  tone === 'warning' ? 'var(--color-chart-warning)' : `var(--color-${tone}-solid)`;

/** The colours and textures of marks without a meaning, such as service types. They begin again after the last one. */
export const plainMark = (index: number): Pick<Mark, 'color' | 'texture'> => ({
  color: `var(--color-chart-${(index % 6) + 1})`,
  texture: textures[index % textures.length] ?? 'solid',
});

/** The id of a mark's texture in the page. `chart` is the id of its chart. */
export const textureId = (chart: string, { key }: { key: string }): string =>
  `${chart}-${key.replace(/[^a-z0-9]/gi, (sign) => `_${sign.codePointAt(0)}`)}`;
