import { Button, type ButtonProps } from '@mantine/core';
import type { Conflict } from '#web/lib/forms/useEditBase.ts';

type Props = Pick<ButtonProps, 'children' | 'disabled' | 'loading' | 'variant'> & { conflict: Conflict | null };

/** The button that sends an edit. It is away while a conflict stands: that is decided first, and has buttons of its own. */
export const SaveButton = ({ conflict, ...button }: Props) => !conflict && <Button type="submit" {...button} />;
