import { CloseButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { LimitedTextInput } from './LimitedText.tsx';

type Props = {
  label: string;
  placeholder: string;
  /** The most characters a search may have. */
  limit: number;
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
};

/** A search that reports what was typed once the typing pauses. */
export function SearchField({ label, placeholder, limit, value, onChange, className }: Props) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((text: string) => {
    sent.current = text;
    onChange(text);
  }, 300);
  useEffect(() => {
    // Only a change from outside (Clear Filters, the Back button) may replace what is being typed.
    if (value === sent.current) return;
    send.cancel();
    sent.current = value;
    setTyped(value);
  }, [value, send]);
  const type = (text: string) => {
    setTyped(text);
    if (text.length <= limit) send(text);
    // The list stays as it is: the field says what is wrong.
    else send.cancel();
  };
  return (
    <LimitedTextInput
      className={className}
      type="search"
      label={label}
      placeholder={placeholder}
      limit={limit}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear search" onClick={() => type('')} />}
    />
  );
}
