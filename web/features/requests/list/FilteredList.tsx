import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { numberText } from '#contract/texts/report-texts.ts';
import { paths } from '#contract/words/paths.ts';
import { useTableChoices } from '#web/features/views/views.api.ts';
import { useIsNarrow } from '#web/ui/base/behaviour/useIsNarrow.ts';
import { PrintHead } from '#web/ui/base/page/PrintHead.tsx';
import { ShortcutSheet } from '#web/ui/mantine/dialog/ShortcutSheet.tsx';
import { List } from '#web/ui/mantine/list/List.tsx';
import { ListTop, ShortcutsButton } from '#web/ui/mantine/list/ListTop.tsx';
import { TableChooser } from '#web/ui/mantine/table/TableChooser.tsx';
import { DispatchMenu } from '../dispatch/DispatchMenu.tsx';
import { DispatchQuestion } from '../dispatch/DispatchQuestion.tsx';
import shared from '../request-list.module.css';
import { factsOf, isFiltered, PAGE_SIZE, rangeProblem } from '../requests.filters.ts';
import { ExportButton } from './ExportButton.tsx';
import type { ListProps } from './list-props.ts';
import { choosableColumns, RequestRows } from './RequestRows.tsx';
import { SavedViews } from './SavedViews.tsx';
import { shortcutsFor } from './shortcuts.ts';
import { useDesk } from './useDesk.ts';
import { useOnlyText } from './useOnlyText.ts';

const unmatched = {
  title: 'No requests match your filters',
  hint: 'Change the search or clear the filters to see more.',
};
const nothing = {
  title: 'No requests found',
  hint: 'Requests from the website appear here as soon as they are sent.',
};

/** One page of the matching requests as a table, or as cards on small screens (spec §2 Admin Dashboard, Admin All Requests). */
export function FilteredList(props: ListProps) {
  const { list, filters, onChange, countText, table, withRating, notes } = props;
  // The table keeps room for names and titles.
  const [ref, isSmall] = useIsNarrow(withRating ? 68 : 64);
  const { choices, choose, isKnown, problem } = useTableChoices(table);
  const desk = useDesk(props, isSmall);
  const only = useOnlyText(filters, list.data?.requests);
  const matched = list.data?.matched ?? 0;
  const title = rangeProblem(filters);
  const outOfOrder = title === null ? null : { title, hint: 'Choose other dates to see requests.' };
  return (
    <div ref={ref} className={shared.list}>
      <PrintHead facts={[...factsOf(filters), only && `Only: ${only}`, title]} />
      {list.isLoadingError && notes}
      <List
        read={list}
        failure="Failed to load requests"
        rows={list.data?.requests}
        problem={outOfOrder}
        search={filters.search}
        isFiltered={isFiltered(filters)}
        empty={isFiltered(filters) ? unmatched : nothing}
        pages={{
          page: filters.page,
          rows: matched,
          isMore: list.data?.more_match,
          size: PAGE_SIZE,
          onPage: (page) => onChange({ page }),
        }}
        top={
          <ListTop
            heading="Requests"
            count={
              list.data &&
              title === null &&
              countText(`${numberText(matched)}${list.data.more_match ? '+' : ''}`, numberText(list.data.total))
            }
            notes={notes}
          >
            <SavedViews
              filters={filters}
              choices={choices}
              hasFilters={props.hasFilters}
              onApply={onChange}
              onChoices={choose}
            />
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
            {!props.readOnly && <NewRequest />}
            <ExportButton filters={filters} disabled={matched === 0 || outOfOrder !== null} />
          </ListTop>
        }
      >
        <RequestRows {...props} isSmall={isSmall} choices={choices} areChoicesKnown={isKnown} desk={desk} />
      </List>
      {desk.menu && <DispatchMenu menu={desk.menu} onDispatch={desk.dispatch} onClose={desk.closeMenu} />}
      <DispatchQuestion {...desk.question} />
      <ShortcutSheet
        opened={desk.sheet.isOpen}
        onClose={desk.sheet.close}
        isOn={desk.keys.isOn}
        onSwitch={desk.keys.set}
        shortcuts={shortcutsFor(props.readOnly ?? false)}
      />
    </div>
  );
}

/** Leads to the form of a new request, in which an admin enters it for a customer. The site is a document of its own. */
const NewRequest = () => (
  <ActionIcon
    component="a"
    href={paths.request()}
    size={36}
    variant="default"
    aria-label="New request"
    title="New request"
  >
    <IconPlus size={18} />
  </ActionIcon>
);
