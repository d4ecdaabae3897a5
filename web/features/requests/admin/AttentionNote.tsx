import { Button } from '@mantine/core';
import { Notice } from '#web/ui/base/Notice.tsx';
import { attentionLabels, type Filters } from '../requests.view.ts';

type Props = { filters: Filters; onChange: (change: Partial<Filters>) => void };

/** Says that the list shows one kind of exception only, and leads back to all. */
export function AttentionNote({ filters, onChange }: Props) {
  if (!filters.attention) return null;
  return (
    <Notice
      tone="info"
      action={
        <Button variant="default" size="xs" onClick={() => onChange({ attention: '', page: 1 })}>
          Show all
        </Button>
      }
    >
      Only requests: {attentionLabels[filters.attention]}
    </Notice>
  );
}
