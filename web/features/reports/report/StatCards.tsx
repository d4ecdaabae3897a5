import {
  IconArrowDownRight,
  IconArrowUpRight,
  IconCalendarCheck,
  IconCircleCheck,
  IconClipboardList,
  IconClockHour4,
  IconEqual,
  IconMoodSmile,
  IconStar,
  IconUserBolt,
  IconUsers,
} from '@tabler/icons-react';
import type { Report } from '#contract/reports.ts';
import { type Comparison, numberText, statLabels, statsOf } from '#contract/texts/report-texts.ts';
import type { Tone } from '#web/ui/base/style/tone.ts';
import { StatCard, StatGrid } from '#web/ui/mantine/list/StatCard.tsx';
import classes from './StatCards.module.css';

const looks: Record<string, readonly [icon: typeof IconStar, tone: Tone]> = {
  total: [IconClipboardList, 'neutral'],
  completed: [IconCircleCheck, 'success'],
  resolution: [IconClockHour4, 'primary'],
  response: [IconUserBolt, 'info'],
  same_day: [IconCalendarCheck, 'info'],
  rating: [IconStar, 'warning'],
  satisfaction: [IconMoodSmile, 'success'],
};
const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual, none: null };

/** The card of the technicians stands after this one. */
const BEFORE_TECHNICIANS = 'same_day';

function Change({ direction, text }: Comparison) {
  const Arrow = arrows[direction];
  return (
    <span className={classes.change}>
      {Arrow && <Arrow size={14} aria-hidden />}
      {text}
    </span>
  );
}

/** The stat cards of a report, each compared with the period before (spec §2, §9). Undefined while it loads. */
export function StatCards({ report }: { report: Report | undefined }) {
  const stats = report ? statsOf(report) : statLabels.map((stat) => ({ ...stat, text: undefined, comparison: null }));
  return (
    <StatGrid label="Key figures">
      {stats.flatMap(({ key, label, text, comparison }) => {
        const [Icon = IconClipboardList, tone = 'neutral'] = looks[key] ?? [];
        const card = (
          <StatCard
            key={key}
            label={label}
            value={text}
            tone={tone}
            icon={<Icon size={16} />}
            hint={comparison && <Change {...comparison} />}
          />
        );
        if (key !== BEFORE_TECHNICIANS) return [card];
        return [
          card,
          <StatCard
            key="technicians"
            label="Active Technicians"
            value={report && numberText(report.technicians_total)}
            tone="neutral"
            icon={<IconUsers size={16} />}
            hint={report?.previous && <span className={classes.change}>All technician accounts</span>}
          />,
        ];
      })}
    </StatGrid>
  );
}
