import { useNavigate } from 'react-router';
import { Cell, Pie, PieChart, Tooltip } from 'recharts';
import { ChartFrame } from './ChartFrame.tsx';
import { ChartTip } from './ChartTip.tsx';
import { type Item, textureId } from './marks.ts';
import { Textures } from './Textures.tsx';

/** In pixels: the height in a column of the page, and where it is the subject of a wide one. */
const SIZES = { usual: 240, large: 440 };
/** Labels of smaller slices would lie on each other. The legend has them. */
const LABELLED = 0.04;
const RADIANS = Math.PI / 180;

const percent = (part: number) => `${Math.round(part * 100)}%`;

type LabelProps = { cx?: number; cy?: number; midAngle?: number; outerRadius?: number; percent?: number };

/** The share of a slice, outside of it. */
function ShareLabel({ cx = 0, cy = 0, midAngle = 0, outerRadius = 0, percent: part = 0 }: LabelProps) {
  if (part < LABELLED) return null;
  const angle = -midAngle * RADIANS;
  return (
    <text
      x={cx + (outerRadius + 18) * Math.cos(angle)}
      y={cy + (outerRadius + 14) * Math.sin(angle)}
      fill="var(--color-text)"
      fontSize={12}
      textAnchor="middle"
      dominantBaseline="central"
    >
      {percent(part)}
    </text>
  );
}

type Props = { id: string; items: readonly Item[]; unit: string; size?: keyof typeof SIZES };

/** A pie with a slice for each item (spec §2). The first slice begins at the top, the others follow clockwise. */
export function ShareChart({ id, items, unit, size = 'usual' }: Props) {
  const navigate = useNavigate();
  const total = items.reduce((sum, { value }) => sum + value, 0);
  const data = items.map((item) => ({ ...item, name: item.label }));
  return (
    <ChartFrame height={SIZES[size]} onPaper="half" heightOnPaper={SIZES.usual}>
      <PieChart accessibilityLayer={false} margin={{ top: 4, right: 4, bottom: 4, left: 4 }}>
        <Textures chart={id} marks={items} />
        <Pie
          data={data}
          dataKey="value"
          nameKey="label"
          startAngle={90}
          endAngle={-270}
          // The rest is the room of the labels.
          innerRadius="40%"
          outerRadius="77.5%"
          stroke="var(--color-surface)"
          strokeWidth={2}
          isAnimationActive={false}
          label={ShareLabel}
          labelLine={false}
          rootTabIndex={-1}
        >
          {items.map((item) => (
            <Cell
              key={item.key}
              fill={`url(#${textureId(id, item)})`}
              {...(item.to && { cursor: 'pointer', onClick: () => void navigate(item.to ?? '') })}
            />
          ))}
        </Pie>
        <text
          x="50%"
          y="50%"
          textAnchor="middle"
          dominantBaseline="central"
          fill="var(--color-text)"
          fontSize={size === 'large' ? 32 : 20}
          fontWeight={600}
        >
          {total.toLocaleString('en-US')}
        </text>
        <Tooltip
          isAnimationActive={false}
          content={({ active, payload }) => {
            const item = items.find(({ key }) => key === payload?.[0]?.payload?.key);
            if (!active || !item) return null;
            const text = `${item.value.toLocaleString('en-US')} ${unit} (${percent(item.value / total)})`;
            return <ChartTip entries={[{ ...item, text }]} hint={item.to && 'Click to open the list'} />;
          }}
        />
      </PieChart>
    </ChartFrame>
  );
}
