import { useNavigate } from 'react-router';
import { Bar, BarChart, CartesianGrid, LabelList, Tooltip, XAxis, YAxis } from 'recharts';
import { axis, grid } from './axes.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { ChartTip } from './ChartTip.tsx';
import { type Mark, type Row, textureId } from './marks.ts';
import { Textures } from './Textures.tsx';

/** In pixels: one bar with its space, and the axis below all of them. */
const BAR = 32;
const FOOT = 36;
/** The most characters of a name beside its bar. The table has the whole name. */
const NAME_LENGTH = 16;

const cut = (name: string) => (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1).trimEnd()}…` : name);

const upTo = (max: number) => Array.from({ length: max + 1 }, (_, nth) => nth);

type Props = {
  id: string;
  marks: readonly Mark[];
  rows: readonly Row[];
  /** How a figure is written. */
  text: (value: number) => string;
  /** The end of the axis, a whole number; the largest figure when it is left out. */
  max?: number;
  /** What stands behind each bar. */
  total: (row: Row) => string;
};

/** A lying bar for each row, which is as long as its marks together (spec §2). */
export function LyingChart({ id, marks, rows, text, max, total }: Props) {
  const navigate = useNavigate();
  const data = rows.map((row) => ({ ...row.values, key: row.key, end: total(row), nothing: 0 }));
  const rowOf = new Map(rows.map((row) => [row.key, row]));
  return (
    <ChartFrame height={rows.length * BAR + FOOT} onPaper="half">
      <BarChart
        accessibilityLayer={false}
        layout="vertical"
        data={data}
        margin={{ top: 0, right: 44, bottom: 0, left: 8 }}
        barCategoryGap={6}
      >
        <Textures chart={id} marks={marks} />
        <CartesianGrid {...grid} horizontal={false} />
        <XAxis
          {...axis}
          type="number"
          allowDecimals={false}
          domain={[0, max ?? 'auto']}
          {...(max && { ticks: upTo(max) })}
        />
        <YAxis
          {...axis}
          type="category"
          dataKey="key"
          width="auto"
          interval={0}
          tickFormatter={(key) => cut(rowOf.get(String(key))?.label ?? '')}
        />
        {marks.map((mark) => (
          <Bar
            key={mark.key}
            dataKey={mark.key}
            stackId="all"
            fill={`url(#${textureId(id, mark)})`}
            isAnimationActive={false}
            maxBarSize={22}
            onClick={({ payload }: { payload?: { key?: string } }) => {
              const row = rowOf.get(payload?.key ?? '');
              const to = row?.toMark?.[mark.key] ?? row?.to;
              if (to) void navigate(to);
            }}
            {...(rows.some(({ to }) => to) && { cursor: 'pointer' })}
          />
        ))}
        {/* Without a length, at the end of each bar: it carries the label whatever marks the bar has. */}
        <Bar
          dataKey="nothing"
          stackId="all"
          fill="none"
          minPointSize={0.01}
          isAnimationActive={false}
          tooltipType="none"
        >
          <LabelList dataKey="end" position="right" fill="var(--color-text)" fontSize={12} />
        </Bar>
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-surface-3)', fillOpacity: 0.6 }}
          content={({ active, label }) => {
            const row = rowOf.get(String(label));
            if (!active || !row) return null;
            const entries = marks
              .filter(({ key }) => row.values[key] !== undefined)
              .map((mark) => ({ ...mark, text: text(row.values[mark.key] ?? 0) }));
            return <ChartTip title={row.label} entries={entries} hint={row.to && 'Click to open the requests'} />;
          }}
        />
      </BarChart>
    </ChartFrame>
  );
}
