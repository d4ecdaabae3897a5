import { Button } from '@mantine/core';
import { IconCircleCheck, IconMail, IconMailOpened, IconMailShare, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { contactLabels, contactStatuses } from '#contract/words/contact.ts';
import { textLimits } from '#contract/words/limits.ts';
import { useAddressFilters } from '#web/lib/useAddressFilters.ts';
import { asNumber, idIn } from '#web/ui/base/behaviour/history-layers.ts';
import { useFlash } from '#web/ui/base/behaviour/useFlash.ts';
import { useIsNarrow } from '#web/ui/base/behaviour/useIsNarrow.ts';
import { useLinkedLayer } from '#web/ui/base/behaviour/useLinkedLayer.ts';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { PrintHead } from '#web/ui/base/page/PrintHead.tsx';
import { PageFlash } from '#web/ui/mantine/content/FlashNotice.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { ChoiceField, optionsOf } from '#web/ui/mantine/form/ChoiceField.tsx';
import { ClearFilters } from '#web/ui/mantine/list/Filters.tsx';
import { SearchField } from '#web/ui/mantine/list/SearchField.tsx';
import { StatCard, StatRow } from '#web/ui/mantine/list/StatCard.tsx';
import { contactQueries } from '../contact.api.ts';
import { CONTACT_ALERT, type ContactFilters, contactFilters, contactTones } from '../contact.view.ts';
import { CONTACT_LAYER, ContactDialog } from './ContactDialog.tsx';
import { ContactList } from './ContactList.tsx';
import classes from './Inbox.module.css';
import { useInboxDesk } from './useInboxDesk.ts';

const statusOptions = optionsOf(['', ...contactStatuses], { '': 'All Statuses', ...contactLabels });
const cards = [
  ['new', IconMail],
  ['contacted', IconMailShare],
  ['resolved', IconCircleCheck],
] as const;

/** Contact Messages (spec §2): counts that filter the list, search and status in the address, and the dialog of one message. */
export function Inbox({ readOnly = false }: { readOnly?: boolean }) {
  const { filters, change } = useAddressFilters(contactFilters);
  const list = useQuery(contactQueries.list(filters));
  const dialog = useLinkedLayer(CONTACT_LAYER, asNumber, idIn);
  const flash = useFlash(CONTACT_ALERT);
  const [ref, isSmall] = useIsNarrow(60);
  const desk = useInboxDesk({ list: list.data, filters, onOpen: dialog.open, readOnly }, isSmall);
  const narrow = (part: Partial<ContactFilters>) => change({ ...part, page: 1 });
  const counts = list.data?.counts;
  return (
    <div ref={ref} className={classes.page}>
      <PageHead
        title="Contact Messages"
        intro="What visitors wrote through the contact form."
        action={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={list.isFetching && !list.isPending}
            onClick={() => list.refetch()}
          >
            Refresh
          </Button>
        }
      />
      <PrintHead
        facts={[
          filters.status && `Status: ${contactLabels[filters.status]}`,
          filters.search && `Search: ${filters.search}`,
        ]}
      />
      <PageFlash flash={flash} />
      {!list.isLoadingError && (
        <StatRow label="Messages by status">
          <StatCard
            label="Total"
            value={counts?.total}
            tone="neutral"
            icon={<IconMailOpened size={16} />}
            pressed={filters.status === ''}
            onPress={() => narrow({ status: '' })}
          />
          {cards.map(([status, Icon]) => (
            <StatCard
              key={status}
              label={contactLabels[status]}
              value={counts?.[status]}
              tone={contactTones[status]}
              icon={<Icon size={16} />}
              pressed={filters.status === status}
              onPress={() => narrow({ status: filters.status === status ? '' : status })}
            />
          ))}
        </StatRow>
      )}
      <ContactList
        list={list}
        filters={filters}
        filterBar={
          <search className={classes.bar} aria-label="Filter messages">
            <SearchField
              label="Search"
              placeholder="Name, email, phone or message"
              limit={textLimits.search}
              value={filters.search}
              onChange={(search) => narrow({ search })}
            />
            <ChoiceField
              label="Status"
              options={statusOptions}
              value={filters.status}
              onChange={(status) => narrow({ status })}
            />
            <ClearFilters
              className={classes.clear}
              disabled={contactFilters.countSet(filters) === 0}
              onClick={() => change(contactFilters.none)}
            />
          </search>
        }
        onPage={(page) => change({ page })}
        onOpen={dialog.open}
        desk={desk}
        isSmall={isSmall}
        notes={<StaleNote reads={[list]} failure="Failed to load contact messages" />}
        readOnly={readOnly}
      />
      <ContactDialog
        id={dialog.value}
        readOnly={readOnly}
        among={list.data?.contacts ?? []}
        listPage={list.data}
        onOpen={dialog.open}
        onResolve={desk.resolve}
        onClose={dialog.close}
        onDeleted={flash.show}
      />
    </div>
  );
}
