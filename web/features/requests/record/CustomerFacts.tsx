import { Fragment, type ReactNode } from 'react';
import type { RequestDetail } from '#contract/request-answers.ts';
import { contactFields, type RequestField, requestFields, textsOf } from '#contract/words/request-fields.ts';
import { telLink } from '#web/lib/hours.ts';
import { Facts } from '#web/ui/base/content/Facts.tsx';

const links: Partial<Record<RequestField, (text: string) => string>> = {
  customer_phone: telLink,
  customer_email: (email) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`,
};

/** An address that is too long for its line goes on behind the @ or a dot. */
const breakable = (address: string): ReactNode =>
  address.split(/(?<=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an address never move
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** The customer's details, with links to call and to write. */
export function CustomerFacts({ request }: { request: RequestDetail }) {
  const texts = textsOf(request);
  const shown = (name: RequestField): ReactNode => {
    const [text, link] = [texts[name], links[name]];
    if (!link || text === null) return text;
    return <a href={link(text)}>{name === 'customer_email' ? breakable(text) : text}</a>;
  };
  return <Facts items={contactFields.map((name) => [requestFields[name].label, shown(name)])} />;
}
