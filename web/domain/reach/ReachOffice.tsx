import { useBusiness } from '#web/lib/business.tsx';
import { hoursText } from '#web/lib/hours.ts';

/** The office's phone numbers and e-mail address, for when a form cannot be used. */
export function ReachOffice() {
  const { phone, email, emergency_phone, hours, calls } = useBusiness();
  return (
    <>
      <p>
        You reach the office by phone at <a href={calls.phone}>{phone}</a> ({hoursText(hours)}) and by email at{' '}
        <a href={`mailto:${email}`}>{email}</a>.
      </p>
      <p>
        Emergency requests outside office hours are by phone only: <a href={calls.emergency_phone}>{emergency_phone}</a>
        .
      </p>
    </>
  );
}
