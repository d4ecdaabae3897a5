import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { callDownload, messageOf } from '#web/lib/api-client.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { fileDate } from '#web/lib/dates.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useLeaveSignal } from '#web/lib/useLeaveSignal.ts';
import { useToasts } from '#web/ui/mantine/content/Toasts.tsx';
import { exportQueryOf, type Filters } from '../requests.filters.ts';
import classes from './ExportButton.module.css';
import { exportPeriods } from './export-periods.ts';

const FAILURE = 'Failed to export requests';

/**
 * Saves all requests that match the filters as a CSV file, or those of a usual period that match the other filters. Ends with
 * the page.
 */
export function ExportButton({ filters, disabled }: { filters: Filters; disabled: boolean }) {
  const { show } = useToasts();
  const { time_zone } = useBusiness();
  const options = useLeaveSignal();
  const file = useMutation({
    mutationFn: (wanted: Filters) => callDownload(api.requests.export, { query: exportQueryOf(wanted) }, options()),
    onSuccess: (csv) => {
      saveFile(csv);
      show({ text: 'The file is in your downloads.' });
    },
    onError: (error) => {
      if (!(error instanceof DOMException)) show({ text: messageOf(error, FAILURE), tone: 'danger' });
    },
  });
  return (
    <Button.Group>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={file.isPending}
        disabled={disabled}
        onClick={() => file.mutate(filters)}
      >
        Export CSV
      </Button>
      <Menu
        position="bottom-end"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        classNames={{ item: classes.item ?? '' }}
      >
        <Menu.Target>
          <Button
            variant="default"
            px="xs"
            aria-label="Export a period"
            title="Export a period"
            disabled={file.isPending}
          >
            <IconChevronDown size={16} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {exportPeriods(fileDate(new Date(), time_zone)).map(({ label, window }) => (
            <Menu.Item key={label} onClick={() => file.mutate({ ...filters, ...window })}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
