import { Fragment, type ReactNode } from 'react';
import { contactFields, type RequestField, requestFields, type Told, textsOf } from '#contract/words/request-fields.ts';
import { PhoneLinks } from '#web/domain/reach/PhoneLinks.tsx';
import { Facts } from '#web/ui/base/content/Facts.tsx';
import { MailLink } from '#web/ui/base/content/MailLink.tsx';

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
export function CustomerFacts({ request }: { request: Told }) {
  const texts = textsOf(request);
  const shown = (name: RequestField): ReactNode => {
    const text = texts[name];
    if (text && name === 'customer_phone') return <PhoneLinks text={text} />;
    if (text && name === 'customer_email') return <MailLink address={text}>{breakable(text)}</MailLink>;
    return text;
  };
  return <Facts items={contactFields.map((name) => [requestFields[name].label, shown(name)])} />;
}
