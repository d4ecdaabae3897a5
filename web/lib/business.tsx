import { createContext, type Dispatch, type ReactNode, type SetStateAction, useContext, useState } from 'react';
import type { Business } from '#contract/business.ts';

/** The contractor's details as documents show them, with the links that dial its numbers. */
export type ShownBusiness = Business & { calls: Record<'phone' | 'emergency_phone', string> };

const BusinessContext = createContext<[ShownBusiness, Dispatch<SetStateAction<ShownBusiness>>] | null>(null);

/** Provides the contractor's details: those of the document until they are updated. */
export function BusinessProvider({ value, children }: { value: ShownBusiness; children: ReactNode }) {
  return <BusinessContext value={useState(value)}>{children}</BusinessContext>;
}

function useBoth() {
  const both = useContext(BusinessContext);
  if (!both) throw new Error('useBusiness must be used within a BusinessProvider');
  return both;
}

/** The contractor's name, phones, hours and so on, from the settings. */
export const useBusiness = (): ShownBusiness => useBoth()[0];

/** Replaces the details in this document without a reload. For the screen that edits them. */
export const useUpdateBusiness = () => useBoth()[1];

/** Reads the details that the server put into this document. */
export function readBusiness(): ShownBusiness {
  const text = document.getElementById('business')?.textContent;
  if (!text) throw new Error('The document carries no business details');
  return JSON.parse(text) as ShownBusiness;
}
