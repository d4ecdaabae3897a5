import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RequestSummary } from '#contract/request-answers.ts';
import { statusLabels } from '#contract/words/requests.ts';
import { requestColumns as columns } from '#web/domain/request-columns.tsx';
import type { Column } from '#web/ui/mantine/DataTable.tsx';
import classes from './RowCells.module.css';
import type { MenuKind, OpenMenu } from './row-menu.ts';

type Props = { request: RequestSummary; kind: MenuKind; label: string; onMenu: OpenMenu; children: ReactNode };

function MenuCell({ request, kind, label, onMenu, children }: Props) {
  return (
    <button
      type="button"
      className={classes.cell}
      data-menu={kind}
      aria-haspopup="listbox"
      aria-label={label}
      onClick={({ currentTarget: anchor }) => onMenu({ kind, rows: [request], anchor, beside: anchor.closest('li') })}
    >
      {children}
      <IconChevronDown size={14} className={classes.chevron} aria-hidden />
    </button>
  );
}

const statusLabel = ({ external_id: id, status }: RequestSummary) => `Change status of ${id}: ${statusLabels[status]}`;
const assignLabel = ({ external_id: id, assignedTechnician }: RequestSummary) =>
  `Assign ${id}: ${assignedTechnician?.name ?? 'Unassigned'}`;

/** The same in a card: its status and its assignee, each a button that changes it. */
export const CardMenus = ({ request, onMenu }: { request: RequestSummary; onMenu: OpenMenu }) => (
  <>
    <MenuCell request={request} kind="status" label={statusLabel(request)} onMenu={onMenu}>
      {columns.status.cell(request)}
    </MenuCell>
    <MenuCell request={request} kind="assign" label={assignLabel(request)} onMenu={onMenu}>
      <span className={classes.name} dir="auto">
        {request.assignedTechnician?.name ?? 'Unassigned'}
      </span>
    </MenuCell>
  </>
);

/** The columns whose cells change what they show: status and assignee. */
export const menuColumns = (onMenu: OpenMenu) =>
  ({
    status: {
      ...columns.status,
      width: '7.75rem',
      cell: (request) => (
        <MenuCell request={request} kind="status" label={statusLabel(request)} onMenu={onMenu}>
          {columns.status.cell(request)}
        </MenuCell>
      ),
    },
    assignee: {
      ...columns.assignee,
      width: '7.5rem',
      cell: (request) => (
        <MenuCell request={request} kind="assign" label={assignLabel(request)} onMenu={onMenu}>
          {columns.assignee.cell(request)}
        </MenuCell>
      ),
    },
  }) satisfies Record<string, Column<RequestSummary>>;
