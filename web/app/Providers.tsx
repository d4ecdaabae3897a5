import type { ReactNode } from 'react';
import type { ShownBusiness } from '#web/lib/business.tsx';
import { BusinessProvider } from '#web/lib/business.tsx';
import { SessionProvider } from '#web/lib/session/session.tsx';

/** The contexts of every page. */
export function Providers({ business, children }: { business: ShownBusiness; children: ReactNode }) {
  return (
    <BusinessProvider value={business}>
      <SessionProvider>{children}</SessionProvider>
    </BusinessProvider>
  );
}
