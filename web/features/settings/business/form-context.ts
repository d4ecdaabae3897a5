import { createContext, useContext } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Business } from '#contract/business.ts';

const FormContext = createContext<UseFormReturn<Business> | null>(null);

/** Hands the form to its sections. (react-hook-form's own provider would travel to the public forms, which share its file.) */
export const FormScope = FormContext.Provider;

/** The form around a section. */
export function useSettings(): UseFormReturn<Business> {
  const form = useContext(FormContext);
  if (!form) throw new Error('useSettings must be used within a FormScope');
  return form;
}
