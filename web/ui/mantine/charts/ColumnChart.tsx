import { useNavigate } from 'react-router';
import { Bar, BarChart, CartesianGrid, Cell, LabelList, Tooltip, XAxis, YAxis } from 'recharts';
import { axis, grid } from './axes.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { ChartTip } from './ChartTip.tsx';
import { type Item, textureId } from './marks.ts';
import { Textures } from './Textures.tsx';

type Props = { id: string; items: readonly Item[]; unit: string };

/** A standing bar for each item, with its figure above it (spec §2). */
export function ColumnChart({ id, items, unit }: Props) {
  const navigate = useNavigate();
  return (
    <ChartFrame height={240} onPaper="half">
      <BarChart accessibilityLayer={false} data={[...items]} margin={{ top: 20, right: 4, bottom: 0, left: 0 }}>
        <Textures chart={id} marks={items} />
        <CartesianGrid {...grid} vertical={false} />
        <XAxis {...axis} dataKey="label" interval={0} />
        <YAxis {...axis} allowDecimals={false} width="auto" />
        <Bar dataKey="value" isAnimationActive={false} maxBarSize={72} radius={[4, 4, 0, 0]}>
          {items.map((item) => (
            <Cell
              key={item.key}
              fill={`url(#${textureId(id, item)})`}
              {...(item.to && { cursor: 'pointer', onClick: () => void navigate(item.to ?? '') })}
            />
          ))}
          <LabelList dataKey="value" position="top" fill="var(--color-text)" fontSize={12} />
        </Bar>
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--color-surface-3)', fillOpacity: 0.6 }}
          content={({ active, payload }) => {
            const item = items.find(({ key }) => key === payload?.[0]?.payload?.key);
            if (!active || !item) return null;
            const text = `${item.value.toLocaleString('en-US')} ${unit}`;
            return <ChartTip entries={[{ ...item, text }]} hint={item.to && 'Click to open the list'} />;
          }}
        />
      </BarChart>
    </ChartFrame>
  );
}
