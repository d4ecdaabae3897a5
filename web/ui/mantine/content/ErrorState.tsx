import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { ApiError } from '#web/lib/api-client.ts';
import { EmptyState } from '#web/ui/base/content/EmptyState.tsx';
import { LampArt } from '#web/ui/base/content/LampArt.tsx';

type Props = {
  title: string;
  /** Why it could not be loaded. */
  error: unknown;
  /** Not offered when the server answers that there is no such thing: another try has the same answer. */
  onRetry?: (() => void) | undefined;
  busy?: boolean;
  /** What to do, when it is not the connection's fault. */
  hint?: string | undefined;
};

/** Shown in place of a list or a dialog's content that could not be loaded, with a button to try again where that can help. */
export function ErrorState({ title, error, onRetry, busy = false, hint }: Props) {
  const isAnswered = error instanceof ApiError && error.status > 0;
  const isMissing = isAnswered && error.code === 'not_found';
  return (
    <div role="alert">
      <EmptyState
        art={<LampArt lit={false} />}
        title={title}
        action={
          onRetry &&
          !isMissing && (
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry} loading={busy}>
              Try Again
            </Button>
          )
        }
      >
        {hint ??
          (isMissing
            ? 'It does not exist, or not any more.'
            : isAnswered
              ? 'Try again in a moment.'
              : 'Check your connection, then try again.')}
      </EmptyState>
    </div>
  );
}
