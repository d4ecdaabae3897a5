import type { ReactNode } from 'react';
import type { RequestSummary } from '#contract/request-answers.ts';
import { statusLabels } from '#contract/words/requests.ts';
import { requestColumns as columns } from '#web/domain/request-columns.tsx';
import type { Column } from '#web/ui/mantine/table/DataTable.tsx';
import { MenuCell } from '#web/ui/mantine/table/MenuCell.tsx';
import type { MenuKind, OpenMenu } from '../dispatch/row-menu.ts';
import classes from './RowCells.module.css';

type Props = { request: RequestSummary; kind: MenuKind; label: string; onMenu: OpenMenu; children: ReactNode };

const RequestCell = ({ request, kind, label, onMenu, children }: Props) => (
  <MenuCell kind={kind} label={label} onOpen={(at) => onMenu({ kind, rows: [request], ...at })}>
    {children}
  </MenuCell>
);

const statusLabel = ({ external_id: id, status }: RequestSummary) => `Change status of ${id}: ${statusLabels[status]}`;
const assignLabel = ({ external_id: id, assignedTechnician }: RequestSummary) =>
  `Assign ${id}: ${assignedTechnician?.name ?? 'Unassigned'}`;

/** The same in a card: its status and its assignee, each a button that changes it. */
export const CardMenus = ({ request, onMenu }: { request: RequestSummary; onMenu: OpenMenu }) => (
  <>
    <RequestCell request={request} kind="status" label={statusLabel(request)} onMenu={onMenu}>
      {columns.status.cell(request)}
    </RequestCell>
    <RequestCell request={request} kind="assign" label={assignLabel(request)} onMenu={onMenu}>
      <span className={classes.name} dir="auto">
        {request.assignedTechnician?.name ?? 'Unassigned'}
      </span>
    </RequestCell>
  </>
);

/** The columns whose cells change what they show: status and assignee. */
export const menuColumns = (onMenu: OpenMenu) =>
  ({
    status: {
      ...columns.status,
      width: '7.75rem',
      cell: (request) => (
        <RequestCell request={request} kind="status" label={statusLabel(request)} onMenu={onMenu}>
          {columns.status.cell(request)}
        </RequestCell>
      ),
    },
    assignee: {
      ...columns.assignee,
      width: 'clamp(6.75rem, 15vw - 7.5rem, 10.5rem)',
      cell: (request) => (
        <RequestCell request={request} kind="assign" label={assignLabel(request)} onMenu={onMenu}>
          {columns.assignee.cell(request)}
        </RequestCell>
      ),
    },
  }) satisfies Record<string, Column<RequestSummary>>;
