import { useQuery } from '@tanstack/react-query';
import type { Assignee } from '#contract/requests.ts';
import { statusLabels, statusMoves } from '#contract/words/requests.ts';
import { StatusBadge } from '#web/domain/StatusBadge.tsx';
import { messageOf } from '#web/lib/api-client.ts';
import { PickMenu } from '#web/ui/mantine/PickMenu.tsx';
import { requestQueries } from '../requests.api.ts';
import type { Dispatch } from './dispatch.ts';
import type { RowMenu } from './row-menu.ts';

type Props = { menu: RowMenu; onDispatch: (change: Dispatch) => void; onClose: () => void };

/** Fewest open requests first. */
const byLoad = (people: readonly Assignee[] | undefined) => people?.toSorted((one, other) => one.open - other.open);
const openText = ({ open }: Assignee) => (open === 0 ? 'free' : `${open} open`);

/** The menu of technicians, those with the fewest open requests first, or of statuses (spec §4, §6). */
export function DispatchMenu({ menu, onDispatch, onClose }: Props) {
  const { kind, rows, anchor, isBulk = false } = menu;
  const assignees = useQuery({ ...requestQueries.assignees(), enabled: kind === 'assign' });
  const [first] = rows;
  if (kind === 'assign') {
    return (
      <PickMenu
        anchor={anchor}
        label={rows.length === 1 ? 'Assign to' : `Assign ${rows.length} requests to`}
        picks={
          assignees.isError
            ? []
            : byLoad(assignees.data)?.map((person) => ({
                value: String(person.id),
                label: person.name,
                hint: openText(person),
                isCurrent: rows.length === 1 && first?.assigned_to === person.id,
              }))
        }
        none={assignees.isError ? messageOf(assignees.error, 'Failed to fetch users') : 'No active technician matches'}
        onPick={(id) => {
          const to = assignees.data?.find((person) => String(person.id) === id);
          if (to) onDispatch({ kind, rows, isBulk, to });
        }}
        onClose={onClose}
      />
    );
  }
  const moves = statusMoves.admin[first?.status ?? 'pending'];
  return (
    <PickMenu
      anchor={anchor}
      label={rows.length === 1 ? 'Set status' : `Set status of ${rows.length} requests`}
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
