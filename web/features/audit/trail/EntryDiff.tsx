import hidden from '#web/ui/base/style/hidden.module.css';
import type { Change } from './diff.ts';
import classes from './EntryDiff.module.css';

type Props = {
  changes: readonly Change[];
  /** Whether the entry has no before: something was added, or it is not about a change of fields. */
  isNew: boolean;
  /** Whether it has no after: something was deleted. */
  isGone: boolean;
};

/** What changed, field by field: the old value and the new one. */
export function EntryDiff({ changes, isNew, isGone }: Props) {
  if (changes.length === 0) return <p className={classes.none}>This entry holds no fields.</p>;
  const sides = { before: !isNew, after: !isGone };
  return (
    <table className={classes.table}>
      <thead className={hidden.onPhone}>
        <tr>
          <th scope="col">Field</th>
          {sides.before && <th scope="col">Before</th>}
          {sides.after && <th scope="col">{sides.before ? 'After' : 'Value'}</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            {sides.before && (
              <td className={classes.before} data-label="Before">
                {before === null ? <Nothing /> : <del>{before}</del>}
              </td>
            )}
            {sides.after && (
              <td className={classes.after} data-label={sides.before ? 'After' : 'Value'}>
                {after === null ? <Nothing /> : <ins>{after}</ins>}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Nothing = () => <span className={classes.nothing}>Nothing</span>;
