import { useBusiness } from '#web/lib/business.tsx';

/** The office's e-mail address and phone number, in a sentence: "write to ... or call ...". */
export function ContactLinks() {
  const { email, phone, calls } = useBusiness();
  return (
    <>
      write to <a href={`mailto:${email}`}>{email}</a> or call <a href={calls.phone}>{phone}</a>
    </>
  );
}
