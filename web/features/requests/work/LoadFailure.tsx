import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { isGone } from './work-failures.ts';

/** The text of spec §8. */
export const LOAD_FAILED = 'Failed to load request details';

type Props = { error: unknown; onRetry: () => void; busy: boolean };

/** Shown in place of a technician's request that could not be read. */
export const LoadFailure = ({ error, onRetry, busy }: Props) => (
  <ErrorState
    title={LOAD_FAILED}
    error={error}
    onRetry={onRetry}
    busy={busy}
    hint={isGone(error) ? 'It is not assigned to you.' : undefined}
  />
);
