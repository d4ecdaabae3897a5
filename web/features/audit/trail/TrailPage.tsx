import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { messageOf } from '#web/lib/api-client.ts';
import { useAddressFilters } from '#web/lib/useAddressFilters.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { PrintHead } from '#web/ui/base/page/PrintHead.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { auditQueries, useExportTrail } from '../audit.api.ts';
import { actionLabel, entityLabels, rangeProblem, trailFilters } from '../audit.view.ts';
import { VerificationPanel } from '../verification/VerificationPanel.tsx';
import { EntryDialog, useEntryLayer } from './EntryDialog.tsx';
import { TrailFilterBar } from './TrailFilterBar.tsx';
import { TrailList } from './TrailList.tsx';

/** The audit trail: its verification, its filters (kept in the address), its entries, and the export of what is filtered. */
export function Component() {
  const { filters, change } = useAddressFilters(trailFilters);
  const list = useInfiniteQuery(auditQueries.list(filters));
  const entry = useEntryLayer();
  const exporting = useExportTrail();
  const choose: typeof change = (...choice) => {
    // What failed was the export of other entries.
    exporting.reset();
    change(...choice);
  };
  return (
    <>
      <PageHead
        title="Audit Trail"
        intro="Every change, who made it, and from where. Entries are never changed or deleted."
        action={
          <Button
            variant="default"
            leftSection={<IconDownload size={18} />}
            loading={exporting.isPending}
            disabled={rangeProblem(filters) !== null}
            onClick={() => exporting.mutate(filters)}
          >
            Export CSV
          </Button>
        }
      />
      <PrintHead
        facts={[
          filters.action && `Action: ${actionLabel(filters.action)}`,
          filters.entity && `About: ${entityLabels[filters.entity]}`,
          filters.from && `From: ${filters.from}`,
          filters.to && `To: ${filters.to}`,
          filters.search && `Search: ${filters.search}`,
        ]}
      />
      {exporting.isError && (
        <Notice tone="danger">{messageOf(exporting.error, 'Failed to export the audit trail')}</Notice>
      )}
      <StaleNote reads={[list]} failure="Failed to load the audit trail" />
      <VerificationPanel />
      <TrailFilterBar filters={filters} onChange={choose} />
      <TrailList list={list} filters={filters} onOpen={entry.open} />
      <EntryDialog id={entry.value} onClose={entry.close} />
    </>
  );
}
