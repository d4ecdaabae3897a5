import { useNavigate } from 'react-router';
import { Area, AreaChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { axis, grid } from './axes.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { ChartTip } from './ChartTip.tsx';
import { type Mark, type Row, textureId } from './marks.ts';
import { Textures } from './Textures.tsx';

type Props = {
  id: string;
  marks: readonly Mark[];
  rows: readonly Row[];
  /** A row's name below the axis, shorter than its label. */
  tick: (row: Row) => string;
};

/** In pixels: the room for one half of the first and of the last step's name. */
const INSET = 26;

/** Which of the steps is nearest to a click. The chart itself knows only what was hovered before, which a finger does not. */
function nthAt(target: EventTarget, x: number, steps: number): number {
  const plot = target instanceof Element ? target.closest('svg')?.querySelector('.recharts-cartesian-grid') : null;
  if (!plot) return -1;
  const { left, width } = plot.getBoundingClientRect();
  const place = Math.min(1, Math.max(0, (x - left - INSET) / (width - 2 * INSET)));
  return Math.round(place * (steps - 1));
}

/** Areas on top of each other over time (spec §2). One step alone fills the width. */
export function TimeChart({ id, marks, rows, tick }: Props) {
  const navigate = useNavigate();
  const isOne = rows.length === 1;
  // An area has a beginning and an end.
  const data = (isOne ? [...rows, ...rows] : rows).map((row) => ({ ...row.values, key: row.key }));
  const rowOf = new Map(rows.map((row) => [row.key, row]));
  const isClickable = rows.some(({ to }) => to !== undefined);
  return (
    <ChartFrame height={280} onPaper="whole">
      <AreaChart
        accessibilityLayer={false}
        data={data}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        onClick={(_, { target, clientX }) => {
          const to = rows[nthAt(target, clientX, rows.length)]?.to;
          if (to) void navigate(to);
        }}
        {...(isClickable && { cursor: 'pointer' })}
      >
        <Textures chart={id} marks={marks} />
        <CartesianGrid {...grid} vertical={false} />
        <XAxis
          {...axis}
          dataKey="key"
          padding={{ left: INSET, right: INSET }}
          minTickGap={16}
          // Names are the same number of steps apart.
          interval={isOne ? 0 : 'equidistantPreserveStart'}
          tickFormatter={(key, nth) => {
            const row = rowOf.get(String(key));
            return row && !(isOne && nth > 0) ? tick(row) : '';
          }}
        />
        <YAxis {...axis} allowDecimals={false} width="auto" />
        {marks.map((mark) => (
          <Area
            key={mark.key}
            dataKey={mark.key}
            stackId="all"
            type="linear"
            // A layer of nothing would still have a line.
            stroke="none"
            fill={`url(#${textureId(id, mark)})`}
            fillOpacity={1}
            dot={false}
            activeDot={false}
            isAnimationActive={false}
          />
        ))}
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--color-border-strong)' }}
          content={({ active, label }) => {
            const row = rowOf.get(String(label));
            if (!active || !row) return null;
            // As they lie on each other, the topmost first.
            const entries = marks
              .toReversed()
              .map((mark) => ({ ...mark, text: (row.values[mark.key] ?? 0).toLocaleString('en-US') }));
            return <ChartTip title={row.label} entries={entries} hint={row.to && 'Click to open the list'} />;
          }}
        />
      </AreaChart>
    </ChartFrame>
  );
}
