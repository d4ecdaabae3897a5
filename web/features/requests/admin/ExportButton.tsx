import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api } from '#contract/api.ts';
import { callDownload, messageOf } from '#web/lib/api-client.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { fileDate } from '#web/lib/dates.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useLeaveSignal } from '#web/lib/useLeaveSignal.ts';
import { useToasts } from '#web/ui/mantine/Toasts.tsx';
import { exportQueryOf, type Filters } from '../requests.view.ts';

const FAILURE = 'Failed to export requests';

/** Saves all requests that match the filters as a CSV file. Ends with the page. */
export function ExportButton({ filters, disabled }: { filters: Filters; disabled: boolean }) {
  const { show } = useToasts();
  const { time_zone } = useBusiness();
  const options = useLeaveSignal();
  const file = useMutation({
    mutationFn: () => callDownload(api.requests.export, { query: exportQueryOf(filters) }, options()),
    onSuccess: (csv) => {
      saveFile(csv, `requests-${fileDate(new Date(), time_zone)}.csv`);
      show({ text: 'The file is in your downloads.' });
    },
    onError: (error) => {
      if (!(error instanceof DOMException)) show({ text: messageOf(error, FAILURE), tone: 'danger' });
    },
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={file.isPending}
      disabled={disabled}
      onClick={() => file.mutate()}
    >
      Export CSV
    </Button>
  );
}
