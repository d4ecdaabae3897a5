import type { ReactNode } from 'react';
import type { Business } from '#contract/business.ts';
import { BusinessProvider } from '#web/lib/business.tsx';
import { SessionProvider } from '#web/lib/session/session.tsx';

/** The contexts of every page. */
export function Providers({ business, children }: { business: Business; children: ReactNode }) {
  return (
    <BusinessProvider value={business}>
      <SessionProvider>{children}</SessionProvider>
    </BusinessProvider>
  );
}
