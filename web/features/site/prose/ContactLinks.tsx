import { useBusiness } from '#web/lib/business.tsx';
import { telLink } from '#web/lib/hours.ts';

/** The office's e-mail address and phone number, in a sentence: "write to ... or call ...". */
export function ContactLinks() {
  const { email, phone } = useBusiness();
  return (
    <>
      write to <a href={`mailto:${email}`}>{email}</a> or call <a href={telLink(phone)}>{phone}</a>
    </>
  );
}
