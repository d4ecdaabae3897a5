import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { EmptyState } from '../base/EmptyState.tsx';
import { LampArt } from '../base/LampArt.tsx';

type Props = { title: string; onRetry: () => void; busy?: boolean };

/** Shown in place of a list or a dialog's content that could not be loaded, with a button to try again. */
export function ErrorState({ title, onRetry, busy = false }: Props) {
  return (
    <div role="alert">
      <EmptyState
        art={<LampArt lit={false} />}
        title={title}
        action={
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry} loading={busy}>
            Try Again
          </Button>
        }
      >
        Check your connection, then try again.
      </EmptyState>
    </div>
  );
}
