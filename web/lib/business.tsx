import { createContext, type ReactNode, useContext } from 'react';
import type { Business } from '#contract/business.ts';

const BusinessContext = createContext<Business | null>(null);

/** Gives everything below it the contractor's details. */
export function BusinessProvider({ value, children }: { value: Business; children: ReactNode }) {
  return <BusinessContext value={value}>{children}</BusinessContext>;
}

/** The contractor's name, phones, hours and so on, as the owner has set them. */
export function useBusiness(): Business {
  const business = useContext(BusinessContext);
  if (!business) throw new Error('useBusiness must be used within a BusinessProvider');
  return business;
}

/** The details which the server put into this document. */
export function readBusiness(): Business {
  const text = document.getElementById('business')?.textContent;
  if (!text) throw new Error('The document carries no business details');
  return JSON.parse(text) as Business;
}
