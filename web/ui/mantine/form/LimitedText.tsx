import { Textarea, TextInput } from '@mantine/core';
import { type ComponentProps, useId } from 'react';
import { pressSubmit } from '#web/ui/base/behaviour/submit-key.ts';
import { useTextLimit } from '#web/ui/base/form/useTextLimit.ts';

type Limited = {
  /** The most characters that may be sent. */
  limit: number;
};

/** A text area that counts the characters over its limit. It never cuts text off. */
export function LimitedTextarea({ limit, error, ...area }: Limited & ComponentProps<typeof Textarea>) {
  const id = useId();
  const { tooLong, onInput } = useTextLimit(id, limit);
  return <Textarea {...area} id={id} onInput={onInput} onKeyDown={pressSubmit} error={tooLong ?? error} />;
}

/** The same as LimitedTextarea, for one line. */
export function LimitedTextInput({ limit, error, ...input }: Limited & ComponentProps<typeof TextInput>) {
  const id = useId();
  const { tooLong, onInput } = useTextLimit(id, limit);
  return <TextInput {...input} id={id} onInput={onInput} error={tooLong ?? error} />;
}
