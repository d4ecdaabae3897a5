import type { ApiKeyInfo } from '#contract/keys.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useLastValue } from '#web/ui/base/behaviour/useLastValue.ts';
import { Facts } from '#web/ui/base/content/Facts.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { ConfirmDialog } from '#web/ui/mantine/dialog/ConfirmDialog.tsx';
import { useEndKey } from '../keys.api.ts';
import { makerText, scopesText } from '../keys.view.ts';

type Props = {
  /** The key to end; null while nobody is asked. */
  apiKey: ApiKeyInfo | null;
  onClose: () => void;
  onEnded: (key: ApiKeyInfo) => void;
  onFailed: (text: string) => void;
};

/** Asks before an API key is ended, and says what will stop. */
export function EndKey({ apiKey, onClose, onEnded, onFailed }: Props) {
  const end = useEndKey();
  const shown = useLastValue(apiKey);
  if (!shown) return null;
  const confirm = () =>
    end
      .mutateAsync(shown)
      .then(onEnded, (error: unknown) => onFailed(messageOf(error, 'Failed to end the API key')))
      .finally(onClose);
  return (
    <ConfirmDialog
      opened={apiKey !== null}
      title={`End the key "${shown.name}"?`}
      hint="The program that uses it stops reading at its next call. This cannot be undone: it needs another key to read again."
      confirm="End Key"
      cancel="Keep Key"
      busy={end.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Facts
        items={[
          ['Stops reading', scopesText(shown.scopes)],
          ['Last used', shown.last_used_at ? <Time key="used" iso={shown.last_used_at} /> : 'Never'],
          ['Made by', makerText(shown)],
        ]}
      />
    </ConfirmDialog>
  );
}
