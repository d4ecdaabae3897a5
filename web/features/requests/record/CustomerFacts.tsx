import type { RequestDetail } from '#contract/request-answers.ts';
import { telLink } from '#web/lib/hours.ts';
import { Facts } from '#web/ui/base/Facts.tsx';

/** The customer's contact details, with links to call and to write. */
export function CustomerFacts({ customer }: Pick<RequestDetail, 'customer'>) {
  return (
    <Facts
      items={[
        ['Name', customer.name],
        [
          'Phone',
          <a key="phone" href={telLink(customer.phone)}>
            {customer.phone}
          </a>,
        ],
        [
          'Email',
          <a key="email" href={`mailto:${encodeURIComponent(customer.email).replace('%40', '@')}`}>
            {customer.email}
          </a>,
        ],
        ['Service address', customer.address],
        ['Payment address', customer.payment_address],
      ]}
    />
  );
}
