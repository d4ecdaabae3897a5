import { numberText } from '#contract/report-texts.ts';
import { requestTexts } from '#contract/words/requests.ts';
import { useTableChoices } from '#web/features/views/views.api.ts';
import { EmptyState } from '#web/ui/base/EmptyState.tsx';
import { LampArt } from '#web/ui/base/LampArt.tsx';
import { useIsNarrow } from '#web/ui/base/useIsNarrow.ts';
import { ErrorState } from '#web/ui/mantine/ErrorState.tsx';
import { ListTop, ShortcutsButton } from '#web/ui/mantine/ListTop.tsx';
import { Pager } from '#web/ui/mantine/Pager.tsx';
import { ShortcutSheet } from '#web/ui/mantine/ShortcutSheet.tsx';
import { TableChooser } from '#web/ui/mantine/TableChooser.tsx';
import { DispatchMenu } from '../dispatch/DispatchMenu.tsx';
import shared from '../request-list.module.css';
import { type Filters, isFiltered, PAGE_SIZE, rangeProblem } from '../requests.filters.ts';
import { ExportButton } from './ExportButton.tsx';
import classes from './FilteredList.module.css';
import type { ListProps } from './list-props.ts';
import { choosableColumns, RequestRows } from './RequestRows.tsx';
import { SavedViews } from './SavedViews.tsx';
import { shortcutsFor } from './shortcuts.ts';
import { useDesk } from './useDesk.ts';

/** One page of the matching requests as a table, or as cards on small screens (spec §2 Admin Dashboard, Admin All Requests). */
export function FilteredList(props: ListProps) {
  const { list, filters, onChange, countText, table, withRating, notes } = props;
  const [ref, isSmall] = useIsNarrow(60);
  const { choices, choose, isKnown, problem } = useTableChoices(table);
  const desk = useDesk(props, isSmall);
  if (list.isLoadingError) {
    return (
      <>
        {notes}
        <ErrorState
          title="Failed to load requests"
          error={list.error}
          onRetry={() => list.refetch()}
          busy={list.isFetching}
        />
      </>
    );
  }
  if (!list.data && rangeProblem(filters)) {
    return (
      <EmptyState art={<LampArt lit={false} />} title={requestTexts.dateOrder}>
        Choose other dates to see requests.
      </EmptyState>
    );
  }
  const matched = list.data?.matched ?? 0;
  const goTo = (page: number) => {
    onChange({ page });
    window.scrollTo({ top: 0, behavior: 'instant' });
  };
  return (
    <div ref={ref} className={shared.list}>
      <ListTop
        heading="Requests"
        count={
          list.data &&
          countText(`${numberText(matched)}${list.data.more_match ? '+' : ''}`, numberText(list.data.total))
        }
        notes={notes}
      >
        <SavedViews filters={filters} choices={choices} onApply={onChange} onChoices={choose} />
        {!isSmall && (
          <>
            <TableChooser
              columns={choosableColumns(withRating)}
              choices={choices}
              onChange={choose}
              problem={problem}
            />
            <ShortcutsButton onOpen={desk.sheet.open} />
          </>
        )}
        <ExportButton filters={filters} disabled={matched === 0 || rangeProblem(filters) !== null} />
      </ListTop>
      {list.data?.requests.length === 0 ? (
        <NoRequests filters={filters} isPastEnd={matched > 0} onFirst={() => goTo(1)} />
      ) : (
        <RequestRows {...props} isSmall={isSmall} choices={choices} areChoicesKnown={isKnown} desk={desk} />
      )}
      {desk.menu && <DispatchMenu menu={desk.menu} onDispatch={desk.dispatch} onClose={desk.closeMenu} />}
      <ShortcutSheet
        opened={desk.sheet.isOpen}
        onClose={desk.sheet.close}
        isOn={desk.keys.isOn}
        onSwitch={desk.keys.set}
        shortcuts={shortcutsFor(props.readOnly ?? false)}
      />
      <Pager page={filters.page} rows={matched} size={PAGE_SIZE} onPage={goTo} />
    </div>
  );
}

function NoRequests({ filters, isPastEnd, onFirst }: { filters: Filters; isPastEnd: boolean; onFirst: () => void }) {
  if (isPastEnd) {
    return (
      <EmptyState
        art={<LampArt lit={false} />}
        title="This page is past the end of the list"
        action={
          <button type="button" className={classes.first} onClick={onFirst}>
            Go to the first page
          </button>
        }
      />
    );
  }
  return isFiltered(filters) ? (
    <EmptyState art={<LampArt lit={false} />} title="No requests match your filters">
      Change the search or clear the filters to see more.
    </EmptyState>
  ) : (
    <EmptyState art={<LampArt />} title="No requests found">
      Requests from the website appear here as soon as they are sent.
    </EmptyState>
  );
}
