import { Link } from 'react-router';
import classes from './ChartTable.module.css';

/** The figures behind a chart. The first column names the rows; the others are figures. */
export type ChartData = {
  head: readonly string[];
  rows: readonly { key: string; cells: readonly string[]; to?: string | undefined }[];
};

/** The figures of a chart as a table. A row's name leads to what a click on its mark opens. */
export function ChartTable({ title, data }: { title: string; data: ChartData }) {
  return (
    // A scrolling area must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={classes.frame} aria-label={`${title}, table`} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {data.head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map(({ key, cells: [name, ...figures], to }) => (
            <tr key={key}>
              <th scope="row" dir="auto">
                {to ? <Link to={to}>{name}</Link> : name}
              </th>
              {figures.map((figure, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table never move
                <td key={index}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
