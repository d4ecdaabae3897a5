import { Link } from 'react-router';
import type { Kpi } from '#contract/texts/report-texts.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { StatGrid } from '#web/ui/mantine/list/StatCard.tsx';
import classes from './KpiBoxes.module.css';

type Props = { kpis: readonly Kpi[]; linkOf: (kpi: Kpi) => string | undefined };

/** Four figures with a badge that judges them (spec §2). */
export const KpiBoxes = ({ kpis, linkOf }: Props) => (
  <StatGrid label="Key performance indicators">
    {kpis.map((kpi) => {
      const to = linkOf(kpi);
      return (
        <li key={kpi.key} className={classes.box} data-tone={kpi.tone}>
          <span className={classes.head}>
            {to ? (
              <Link to={to} className={classes.label}>
                {kpi.label}
              </Link>
            ) : (
              <span className={classes.label}>{kpi.label}</span>
            )}
            <Badge tone={kpi.tone}>{kpi.badge}</Badge>
          </span>
          <span className={classes.value}>{kpi.text}</span>
        </li>
      );
    })}
  </StatGrid>
);
