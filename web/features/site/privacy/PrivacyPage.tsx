import { useBusiness } from '#web/lib/business.tsx';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { ContactLinks } from '../prose/ContactLinks.tsx';
import { Prose } from '../prose/Prose.tsx';

export const handle: PageHandle = {
  meta: ({ name }) => ({
    title: `Privacy - ${name}`,
    description: 'What this website keeps about you, why and for how long. No cookies, no analytics, no third parties.',
  }),
};

const sections = [
  {
    id: 'forms',
    title: 'What you send us',
    body: (
      <>
        <p>We keep what you type into a form, because we cannot do the work or answer you without it.</p>
        <ul>
          <li>
            <strong>A service request:</strong> your name, email, phone, the service address, the payment address if you
            give one, what you describe, and the files you attach. When the work is done, also your signature, your
            rating and what you say about the work.
          </li>
          <li>
            <strong>A contact message:</strong> your name, email, phone if you give it, and the message.
          </li>
        </ul>
        <p>
          With a contact message, and with each step of a request, we record the network address (IP) and the browser it
          came from. It is how we find abuse, and how we can show later who changed what.
        </p>
        <p>
          Photos are made anew when they arrive: what a camera writes into them unseen, such as the place and the time,
          is removed. Documents are kept as you send them.
        </p>
      </>
    ),
  },
  {
    id: 'tracking',
    title: 'When a request is looked up',
    body: (
      <p>
        Each look-up with a tracking ID is recorded: kind of device, network address and time. The single records are
        deleted after 90 days; how often a request was looked up is kept. Whoever has a tracking ID sees the status,
        title, priority and dates of that request, never your name, address, notes or files.
      </p>
    ),
  },
  {
    id: 'device',
    title: 'What stays on your device',
    body: (
      <>
        <p>This website sets no cookies. Some things are kept in your own browser, and only there:</p>
        <ul>
          <li>whether you chose the light or the dark theme;</li>
          <li>
            the draft of a service request, with its files, so that a closed tab costs you nothing: until you send it or
            start over; after 7 days it is not used any more, and removed at your next visit to the form;
          </li>
          <li>
            a contact message that you have not sent yet, and the tracking ID of the request that you sent last: until
            you close the tab;
          </li>
          <li>for our staff, the key of their sign-in, until they sign out.</li>
        </ul>
        <p>Clearing the data of this site in your browser removes them all.</p>
      </>
    ),
  },
  {
    id: 'others',
    title: 'Who else sees it',
    body: (
      <>
        <p>
          Our office and the technician whom your request is given to; for checking the books, our auditors. All of them
          sign in, and each sees only what their work needs.
        </p>
        <p>
          There is no advertising, no analytics and nothing from other companies on these pages: no fonts, no maps, no
          videos, no buttons of networks. We do not sell data, and this website passes it on to nobody.
        </p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'See, correct or delete your data',
    body: (
      <>
        <p>
          To see what we hold about you, to have it corrected or deleted, <ContactLinks />. Say which request or message
          it is; a tracking ID helps. We may ask for something that shows it is yours.
        </p>
        <p>
          One thing we cannot do: the record of who changed what, and when, can be added to but not edited, not even by
          us. What was said in it stays. We also keep what the law tells a contractor to keep.
        </p>
      </>
    ),
  },
  {
    id: 'software',
    title: 'The software of this website',
    body: (
      <p>
        It contains parts that other people wrote and share with everyone.{' '}
        <a href="/third-party-notices.txt">Their names and licenses</a> are in a text of their own.
      </p>
    ),
  },
] as const;

/** The privacy page: which personal data the product stores, why and for how long. */
export function Component() {
  const { name } = useBusiness();
  return (
    <Prose
      title="Privacy"
      lead={`What ${name} keeps about you when you use this website, why, and for how long. The short version: what you send us, to do the work.`}
      sections={sections}
    />
  );
}
