import { Link } from 'react-router';
import type { TechnicianFigures } from '#contract/reports.ts';
import { numberText, shareText, topTechnicians } from '#contract/texts/report-texts.ts';
import hidden from '#web/ui/base/style/hidden.module.css';
import classes from './TopTechnicians.module.css';

type Props = { technicians: readonly TechnicianFigures[]; linkOf: (technician: TechnicianFigures) => string };

const columns = ['Rank', 'Technician', 'Total Assigned', 'Completed', 'In Progress', 'Completion Rate'] as const;

/** The technicians with the most completed requests (spec §2). On a phone each row is a card. */
export function TopTechnicians({ technicians, linkOf }: Props) {
  const top = topTechnicians(technicians);
  return (
    <section className={classes.top} aria-labelledby="top-technicians">
      <h2 id="top-technicians" className={classes.title}>
        Top Performing Technicians
      </h2>
      {/* The roles keep the table a table for screen readers where its rows are laid out as cards. */}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: a changed display removes the roles of a table */}
      <table className={classes.table} role="table" aria-labelledby="top-technicians">
        <thead role="rowgroup" className={hidden.onPhone}>
          <tr role="row">
            {columns.map((name) => (
              <th key={name} scope="col" role="columnheader">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {top.length === 0 && (
            <tr role="row">
              <td role="cell" colSpan={columns.length}>
                No technician had one of these requests
              </td>
            </tr>
          )}
          {top.map((technician) => {
            const figures = [
              ['Total Assigned', numberText(technician.total)],
              ['Completed', numberText(technician.completed)],
              ['In Progress', numberText(technician.in_progress)],
              ['Completion Rate', shareText(technician.completed, technician.total, 1) ?? 'N/A'],
            ] as const;
            return (
              <tr key={technician.id} role="row">
                <td role="cell" className={classes.rank}>
                  {technician.rank}
                </td>
                <td role="cell" className={classes.name} dir="auto">
                  <Link to={linkOf(technician)}>{technician.name}</Link>
                </td>
                {figures.map(([name, text]) => (
                  <td key={name} role="cell" data-name={name}>
                    {text}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: a changed display removes the roles of a table */}
    </section>
  );
}
