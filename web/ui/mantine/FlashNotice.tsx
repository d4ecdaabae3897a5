import { CloseButton } from '@mantine/core';
import { Notice } from '../base/Notice.tsx';
import type { useFlash } from '../base/useFlash.ts';

type Props = { tone?: 'success' | 'danger'; flash: ReturnType<typeof useFlash> };

/** An alert that disappears after a while, or when it is dismissed. */
export const FlashNotice = ({ tone = 'success', flash }: Props) =>
  flash.text && (
    <Notice tone={tone} action={<CloseButton aria-label="Dismiss" c="inherit" onClick={flash.clear} />}>
      {flash.text}
    </Notice>
  );
