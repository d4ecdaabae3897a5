import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RequestSummary } from '#contract/requests.ts';
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
      onClick={(event) => onMenu({ kind, rows: [request], anchor: event.currentTarget })}
    >
      {children}
      <IconChevronDown size={14} className={classes.chevron} aria-hidden />
    </button>
  );
}

/** The columns whose cells change what they show: status and assignee. */
export const menuColumns = (onMenu: OpenMenu) =>
  ({
    status: {
      ...columns.status,
      width: '7.75rem',
      cell: (request) => (
        <MenuCell
          request={request}
          kind="status"
          label={`Change status of ${request.external_id}: ${statusLabels[request.status]}`}
          onMenu={onMenu}
        >
          {columns.status.cell(request)}
        </MenuCell>
      ),
    },
    assignee: {
      ...columns.assignee,
      width: '7.5rem',
      cell: (request) => (
        <MenuCell
          request={request}
          kind="assign"
          label={`Assign ${request.external_id}: ${request.assignedTechnician?.name ?? 'Unassigned'}`}
          onMenu={onMenu}
        >
          {columns.assignee.cell(request)}
        </MenuCell>
      ),
    },
  }) satisfies Record<string, Column<RequestSummary>>;
