import { useOutboxItems } from '#web/lib/outbox/useOutbox.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { unsentMark } from './my-work.ts';

/** Marks a request whose update is on this device only. */
export function UnsentMark({ requestId }: { requestId: number }) {
  const item = useOutboxItems().find((one) => one.requestId === requestId);
  if (!item) return null;
  const [tone, text] = unsentMark(item);
  return <Badge tone={tone}>{text}</Badge>;
}
