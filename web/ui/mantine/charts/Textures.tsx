import { type Mark, type Texture, textureId } from './marks.ts';

const lines: Record<Texture, string> = {
  solid: '',
  rising: 'M-2 2l4 -4M0 8l8 -8M6 10l4 -4',
  falling: 'M-2 6l4 4M0 0l8 8M6 -2l4 4',
  level: 'M0 2h8M0 6h8',
  upright: 'M2 0v8M6 0v8',
  grid: 'M0 4h8M4 0v8',
  dots: 'M1.5 2h1M5.5 6h1',
};

/** The fills of a chart's marks: its colour, with lines in the colour of the surface. */
export const Textures = ({ chart, marks }: { chart: string; marks: readonly Mark[] }) => (
  <defs>
    {marks.map((mark) => (
      <pattern key={mark.key} id={textureId(chart, mark)} width={8} height={8} patternUnits="userSpaceOnUse">
        <rect width={8} height={8} fill={mark.color} />
        <path
          d={lines[mark.texture]}
          fill="none"
          stroke="var(--color-surface)"
          strokeOpacity={0.55}
          strokeWidth={mark.texture === 'dots' ? 2 : 1.25}
          strokeLinecap={mark.texture === 'dots' ? 'round' : 'butt'}
        />
      </pattern>
    ))}
  </defs>
);
