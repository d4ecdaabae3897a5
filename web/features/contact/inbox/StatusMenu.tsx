import { contactLabels, contactStatuses } from '#contract/words/contact.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { MenuCell } from '#web/ui/mantine/table/MenuCell.tsx';
import { PickMenu } from '#web/ui/mantine/table/PickMenu.tsx';
import { type ContactMessage, contactTones } from '../contact.view.ts';
import type { StatusChange } from './status-change.ts';
import { STATUS_MENU, type StatusMenuState } from './useInboxDesk.ts';

export const Status = ({ status }: Pick<ContactMessage, 'status'>) => (
  <Badge tone={contactTones[status]}>{contactLabels[status]}</Badge>
);

type CellProps = { message: ContactMessage; onMenu: ((menu: StatusMenuState) => void) | undefined };

/** The status of a row. Unless the list is only read, it is a button that changes it. */
export const StatusCell = ({ message, onMenu }: CellProps) =>
  onMenu ? (
    <MenuCell
      kind={STATUS_MENU}
      label={`Change status of the message from ${message.name}: ${contactLabels[message.status]}`}
      onOpen={(at) => onMenu({ rows: [message], ...at })}
    >
      <Status {...message} />
    </MenuCell>
  ) : (
    <Status {...message} />
  );

type MenuProps = { menu: StatusMenuState; onPick: (change: StatusChange) => void; onClose: () => void };

/** The menu of the four statuses (spec §4). */
export function StatusMenu({ menu, onPick, onClose }: MenuProps) {
  const { rows, anchor, beside, returnTo, isBulk = false } = menu;
  const [first] = rows;
  return (
    <PickMenu
      anchor={anchor}
      beside={beside}
      returnTo={returnTo}
      label={rows.length === 1 ? `Set status of ${first?.name}` : `Set status of ${rows.length} messages`}
      picks={contactStatuses.map((status) => ({
        value: status,
        label: contactLabels[status],
        content: <Status status={status} />,
        isCurrent: rows.every((row) => row.status === status),
      }))}
      none="No status matches"
      onPick={(value) => {
        const to = contactStatuses.find((status) => status === value);
        if (to) onPick({ rows, isBulk, to });
      }}
      onClose={onClose}
    />
  );
}
