import type { RequestSummary } from '#contract/request-answers.ts';
import type { Sort } from '#contract/words/requests.ts';
import { RequestCards } from '#web/domain/RequestCards.tsx';
import { actionColumn, requestColumns as columns } from '#web/domain/request-columns.tsx';
import { DataTable } from '#web/ui/mantine/table/DataTable.tsx';
import type { TableChoices } from '#web/ui/mantine/table/TableChooser.tsx';
import { RequestBulkBar, RequestBulkProgress } from '../dispatch/RequestBulkBar.tsx';
import type { ListProps } from './list-props.ts';
import { CardMenus, menuColumns } from './RowCells.tsx';
import type { Desk } from './useDesk.ts';

/** The columns that may be hidden: all but the tracking ID and the button. */
export const choosableColumns = (withRating: boolean) => [
  columns.customer,
  columns.title,
  columns.status,
  columns.priority,
  columns.assignee,
  ...(withRating ? [columns.rating] : []),
  columns.created,
];

const nameOfRequest = (request: RequestSummary) => request.external_id;

type Props = ListProps & { isSmall: boolean; choices: TableChoices; areChoicesKnown: boolean; desk: Desk };

/** The rows of one page, as a table or as cards. Unless the list is only read, they can be chosen and changed. */
export function RequestRows(props: Props) {
  const {
    list,
    filters,
    onChange,
    onOpen,
    withRating,
    readOnly = false,
    isSmall,
    choices,
    areChoicesKnown,
    desk,
  } = props;
  const { rows } = desk;
  const listProps = {
    label: 'Requests',
    rows: list.data?.requests,
    stale: list.isPlaceholderData,
    ...(!readOnly && {
      selection: { chosen: rows.chosen, onChange: rows.setChosen, nameOf: nameOfRequest },
    }),
  };
  const active = { key: rows.activeKey, onActive: rows.onActive };
  const bulk = (
    <>
      {desk.chosenRows.length > 0 && (
        <RequestBulkBar
          rows={desk.chosenRows}
          all={desk.all}
          wholePage={isSmall ? rows.wholePage : null}
          onMenu={desk.openMenu}
          onClear={rows.clear}
        />
      )}
      {desk.progress && <RequestBulkProgress {...desk.progress} />}
    </>
  );
  if (isSmall) {
    return (
      <>
        <RequestCards<RequestSummary>
          {...listProps}
          action="View Details"
          onOpen={onOpen}
          withAssignee
          {...(!readOnly && {
            active,
            controls: (request) => <CardMenus request={request} onMenu={desk.openMenu} />,
          })}
        />
        {bulk}
      </>
    );
  }
  const { status, assignee } = readOnly ? columns : menuColumns(desk.openMenu);
  const sortBy = (sort: Sort) => () => onChange({ sort, page: 1 });
  const byPriority = filters.sort === 'priority';
  const byAge = filters.sort === 'created_desc';
  return (
    <>
      <DataTable<RequestSummary>
        {...listProps}
        rows={areChoicesKnown ? listProps.rows : undefined}
        minWidth={1020}
        rowKey={(request) => request.id}
        density={choices.density}
        hidden={choices.hidden}
        active={active}
        columns={[
          columns.id,
          columns.customer,
          columns.title,
          status,
          {
            ...columns.priority,
            sort: {
              direction: byPriority ? 'descending' : undefined,
              onToggle: sortBy(byPriority ? 'created_desc' : 'priority'),
            },
          },
          assignee,
          ...(withRating ? [columns.rating] : []),
          {
            ...columns.created,
            sort: {
              direction: byPriority ? undefined : byAge ? 'descending' : 'ascending',
              onToggle: sortBy(byAge ? 'created_asc' : 'created_desc'),
            },
          },
          actionColumn('View Details', onOpen),
        ]}
      />
      {bulk}
    </>
  );
}
