import { useBusiness } from '#web/lib/business.tsx';
import { hoursText, telLink } from '#web/lib/hours.ts';

/** Shown instead of a form when JavaScript is off: the phone numbers and the e-mail address. */
export function WithoutScript({ what }: { what: string }) {
  const { phone, email, emergency_phone, hours } = useBusiness();
  return (
    <>
      <p>
        {what} Please call <a href={telLink(phone)}>{phone}</a> ({hoursText(hours)}) or write to{' '}
        <a href={`mailto:${email}`}>{email}</a>.
      </p>
      <p>
        Emergency requests outside office hours are by phone only:{' '}
        <a href={telLink(emergency_phone)}>{emergency_phone}</a>.
      </p>
    </>
  );
}
