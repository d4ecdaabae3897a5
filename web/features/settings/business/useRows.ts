import { useCallback, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type UseControllerReturn, useController } from 'react-hook-form';
import type { Business } from '#contract/business.ts';
import { useSettings } from './form-context.ts';

type ListName = 'closures' | 'socials';

/**
 * The rows of a list in the form, as one value. The focus follows: to a new row, to the Add button after one is gone, to
 * the first mistake. (react-hook-form's own useFieldArray would travel to the public forms, which share its file.)
 */
export function useRows<N extends ListName>(name: N) {
  type Row = Business[N][number];
  const { control } = useSettings();
  const { field, fieldState } = useController({ control, name }) as UseControllerReturn<Business, N>;
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const rows = field.value as Row[];
  const { ref: register, onChange } = field;
  const setList = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element;
      register({ focus: () => list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus() });
    },
    [register],
  );
  return {
    rows,
    list: setList,
    addButton,
    message: fieldState.error?.message,
    change: (at: number, part: Partial<Row>) => onChange(rows.map((row, i) => (i === at ? { ...row, ...part } : row))),
    add(row: Row) {
      // At once, so that there is something to focus.
      flushSync(() => onChange([...rows, row]));
      list.current?.lastElementChild?.querySelector('input')?.focus();
    },
    remove(places: readonly number[]) {
      flushSync(() => onChange(rows.filter((_, i) => !places.includes(i))));
      addButton.current?.focus();
    },
  };
}
