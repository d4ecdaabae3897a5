import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Customer } from './given-entries.ts';
import { askedFor, type CallerField, callerFields, missingDetails } from './known-callers.ts';
import type { RequestValues } from './request-draft.ts';

/** Among more customers with one number, nobody says who calls. */
const CALLERS_MAX = 2;

type Known = { asked: string; callers: readonly Customer[] };
type Filled = { name: string; details: Partial<RequestValues> };
type Form<T> = Pick<UseFormReturn<RequestValues, unknown, T>, 'getValues' | 'setValue' | 'setFocus' | 'formState'>;

const isCallerField = (name: string): name is CallerField => name in callerFields;
const namesOf = (details: Partial<RequestValues>) => Object.keys(details) as (keyof RequestValues)[];

/**
 * Knows which customers have the phone number or the email that an admin types, and fills in what is blank from one of them. Nothing
 * is sent for a visitor, and each number or email is looked up once.
 * @param onFilled keeps the draft
 */
export function useKnownCallers<T>(form: Form<T>, isOffice: boolean, onFilled: () => void) {
  const { getValues, setValue, setFocus, formState } = form;
  const [known, setKnown] = useState<Partial<Record<CallerField, Known>>>({});
  const [filled, setFilled] = useState<Filled | null>(null);
  const last = useRef<Partial<Record<CallerField, string | null>>>({});

  const look = async (name: string, text: string, isLeft: boolean) => {
    if (!isOffice || !isCallerField(name)) return;
    const asked = askedFor(name, text, isLeft);
    // A number without its area code is looked up again only when it has changed.
    if (asked === last.current[name]) return;
    last.current[name] = asked;
    setKnown((before) => ({ ...before, [name]: undefined }));
    if (asked === null) return;
    const callers = await import('./given-entries.ts').then(
      ({ findCustomers }) => findCustomers[name](asked),
      () => [],
    );
    // What was typed meanwhile is looked up by itself.
    if (last.current[name] === asked && callers.length <= CALLERS_MAX)
      setKnown((before) => ({ ...before, [name]: { asked, callers } }));
  };
  const setAll = (details: Partial<RequestValues>) => {
    for (const name of namesOf(details)) setValue(name, details[name], { shouldValidate: formState.isSubmitted });
    onFilled();
  };
  /** The fields that still have what was filled in. */
  const standing = ({ details }: Filled) => namesOf(details).filter((name) => getValues(name) === details[name]);

  return {
    look,
    /** The customers with what is in this field who have details that the form does not have. */
    callersOf: (field: CallerField): readonly Customer[] => {
      const found = isOffice ? known[field] : undefined;
      if (!found || askedFor(field, getValues(field) ?? '', true) !== found.asked) return [];
      return found.callers.filter((caller) => namesOf(missingDetails(getValues(), caller)).length > 0);
    },
    fillIn: (field: CallerField, caller: Customer) => {
      const details = missingDetails(getValues(), caller);
      setFilled({ name: caller.name, details });
      setAll(details);
      // The pressed button goes, and the focus with it.
      setFocus(field);
    },
    /** Whose details were filled in; null when none of them stands in the form any more. */
    filledFrom: filled !== null && standing(filled).length > 0 ? filled.name : null,
    /** Empties what was filled in. What was typed over it stays. */
    undo: () => {
      if (filled === null) return;
      setAll(Object.fromEntries(standing(filled).map((name) => [name, ''])));
      setFilled(null);
    },
  };
}
