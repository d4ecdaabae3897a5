import { useQuery } from '@tanstack/react-query';
import type { Assignee } from '#contract/request-answers.ts';
import { statusLabels, statusMoves } from '#contract/words/requests.ts';
import { StatusBadge } from '#web/domain/StatusBadge.tsx';
import { messageOf } from '#web/lib/api-client.ts';
import { type Pick, PickMenu } from '#web/ui/mantine/table/PickMenu.tsx';
import { requestQueries } from '../requests.api.ts';
import classes from './DispatchMenu.module.css';
import type { Dispatch } from './dispatch.ts';
import { closedNote } from './outcome.ts';
import type { RowMenu } from './row-menu.ts';

type Props = { menu: RowMenu; onDispatch: (change: Dispatch) => void; onClose: () => void };

/** Technicians first, those before others who are invited and see no work yet, and then those with the least work. */
const byLoad = (people: readonly Assignee[] | undefined) =>
  people?.toSorted(
    (one, other) =>
      Number(one.role === 'admin') - Number(other.role === 'admin') ||
      Number(one.is_invited) - Number(other.is_invited) ||
      one.open - other.open ||
      one.today - other.today,
  );

/** What someone has at hand, and what of it and beside it came today. */
const loadText = ({ open, today }: Assignee) =>
  open + today === 0 ? 'free' : `${open} open${today > 0 ? `, ${today} today` : ''}`;

function Person({ person: { name, role, is_invited, base_location: location } }: { person: Assignee }) {
  const where = [role === 'admin' && 'Admin', is_invited && 'Invited', location].filter(Boolean).join(' · ');
  return (
    <span className={classes.person}>
      <span dir="auto">{name}</span>
      {where && (
        <span className={classes.where} dir="auto">
          {where}
        </span>
      )}
    </span>
  );
}

const UNASSIGNED = 'unassigned';

/** The menu of technicians, those with the least work first, or of statuses (spec §4, §6). */
export function DispatchMenu({ menu, onDispatch, onClose }: Props) {
  const { kind, rows, anchor, beside, returnTo, isBulk = false } = menu;
  const assignees = useQuery({ ...requestQueries.assignees(), enabled: kind === 'assign' });
  const [first] = rows;
  if (kind === 'assign') {
    return (
      <PickMenu
        anchor={anchor}
        beside={beside}
        returnTo={returnTo}
        label={rows.length === 1 ? `Assign ${first?.external_id} to` : `Assign ${rows.length} requests to`}
        note={closedNote(rows)}
        picks={
          assignees.isLoadingError
            ? []
            : byLoad(assignees.data)
                ?.map(
                  (person): Pick => ({
                    value: String(person.id),
                    label: `${person.name} ${person.base_location ?? ''}`,
                    content: <Person person={person} />,
                    hint: loadText(person),
                    isCurrent: rows.length === 1 && first?.assigned_to === person.id,
                  }),
                )
                // The last one, because Enter takes the first.
                .concat({
                  value: UNASSIGNED,
                  label: 'Unassigned',
                  isCurrent: rows.every(({ assigned_to }) => assigned_to === null),
                })
        }
        none={
          assignees.isLoadingError
            ? messageOf(assignees.error, 'Failed to fetch users')
            : 'No active technician matches'
        }
        onPick={(id) => {
          const to = assignees.data?.find((person) => String(person.id) === id) ?? null;
          if (to || id === UNASSIGNED) onDispatch({ kind, rows, isBulk, to });
        }}
        onClose={onClose}
      />
    );
  }
  const moves = statusMoves.admin[first?.status ?? 'pending'];
  return (
    <PickMenu
      anchor={anchor}
      beside={beside}
      returnTo={returnTo}
      label={`Set status of ${rows.length === 1 ? first?.external_id : `${rows.length} requests`}`}
      picks={moves.map((status) => ({
        value: status,
        label: statusLabels[status],
        content: <StatusBadge status={status} />,
        isCurrent: rows.every((row) => row.status === status),
      }))}
      none="No status matches"
      onPick={(value) => {
        const to = moves.find((status) => status === value);
        if (to) onDispatch({ kind, rows, isBulk, to });
      }}
      onClose={onClose}
    />
  );
}
