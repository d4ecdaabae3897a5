import { CloseButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { textLength } from '#web/lib/forms/checks/text-length.ts';
import { LimitedTextInput } from '../form/LimitedText.tsx';

type Props = {
  label: string;
  placeholder: string;
  /** The most characters a search may have. */
  limit: number;
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
};

/** A search field. Reports the text when the user pauses. */
export function SearchField({ label, placeholder, limit, value, onChange, className }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((search: string) => {
    sent.current = search;
    onChange(search);
  }, 300);
  // A layout effect, so that a letter that is typed next goes into the field as it is then.
  useLayoutEffect(() => {
    // Only a change from outside (Clear Filters, the Back button) replaces the text in the field.
    if (value === sent.current) return;
    send.cancel();
    sent.current = value;
    setText(value);
  }, [value, send]);
  const change = (next: string) => {
    setText(next);
    if (textLength(next) <= limit) send(next);
    // A search that is too long is not sent: the list stays, and the field says what is wrong.
    else send.cancel();
  };
  return (
    <LimitedTextInput
      className={className}
      type="search"
      label={label}
      placeholder={placeholder}
      limit={limit}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text && <CloseButton size="sm" aria-label="Clear search" onClick={() => change('')} />}
    />
  );
}
