import { useOutboxItems } from '#web/lib/outbox/useOutbox.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';

const marks = {
  draft: ['warning', 'Not finished'],
  sending: ['info', 'Sending'],
  waiting: ['warning', 'Not sent yet'],
  refused: ['danger', 'Not accepted'],
} as const;

/** Marks a request whose update is on this device only. */
export function UnsentMark({ requestId }: { requestId: number }) {
  const item = useOutboxItems().find((one) => one.requestId === requestId);
  if (!item) return null;
  const [tone, text] = marks[item.stage];
  return <Badge tone={tone}>{text}</Badge>;
}
