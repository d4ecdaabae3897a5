import { Link } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { useBusiness } from '#web/lib/business.tsx';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { Prose } from '../prose/Prose.tsx';
import { Reach } from '../prose/Reach.tsx';

export const handle: PageHandle = {
  meta: ({ name }) => ({
    title: `Accessibility - ${name}`,
    description:
      'How this website works for everyone: what is done, what is checked, what is missing, and whom to tell.',
  }),
};

const sections = [
  {
    id: 'aim',
    title: 'What we aim for',
    body: (
      <p>
        The Web Content Accessibility Guidelines (WCAG) 2.2 at level AA, on every public page. This is our own
        statement: nobody outside has certified it.
      </p>
    ),
  },
  {
    id: 'done',
    title: 'What is done',
    body: (
      <ul>
        <li>Everything works with a keyboard alone, in an order that makes sense, and you see where you are.</li>
        <li>Every field has a label; what is wrong with it is said in words beside it, and read out.</li>
        <li>Text and controls have enough contrast in the light and in the dark theme.</li>
        <li>Nothing is said by color alone: a status is always a word too.</li>
        <li>Buttons and links that stand alone are large enough for a finger.</li>
        <li>Slides pause when you point at them, when you are in them, and at the press of a button.</li>
        <li>If your device asks for less motion, nothing moves by itself.</li>
        <li>Pages can be read without JavaScript; a phone number and an address stand where a form would be.</li>
      </ul>
    ),
  },
  {
    id: 'checked',
    title: 'What is checked',
    body: (
      <p>
        Before each change goes out, every public page is tested by a program (axe) in both themes on screens 320, 768
        and 1280 pixels wide, and for text that runs off the side. At 320 pixels a page is as narrow as on a desktop at
        four times its size. The request form and the contact form are filled in and sent in tests with the keyboard
        alone, and each pair of colors is measured.
      </p>
    ),
  },
  {
    id: 'limits',
    title: 'What we know is missing',
    body: (
      <ul>
        <li>
          Programs find only part of what can be wrong. A test with people who use screen readers has not been done.
        </li>
        <li>Documents that customers attach are shown to our staff as they came; we cannot make those accessible.</li>
        <li>The pages are in English only.</li>
      </ul>
    ),
  },
  {
    id: 'tell',
    title: 'Something in your way?',
    body: (
      <>
        <p>
          Please <Reach />. Say which page it was, and what you wanted to do. We answer within 24-48 business hours, and
          take your request by phone in the meantime.
        </p>
        <p>
          The <Link to={paths.contact}>contact page</Link> has every other way to reach us.
        </p>
      </>
    ),
  },
] as const;

/** The accessibility statement. */
export function Component() {
  const { name } = useBusiness();
  return (
    <Prose
      title="Accessibility"
      lead={`The website of ${name} is for everyone who needs light or power, whatever they read, see, hear or press it with.`}
      sections={sections}
    />
  );
}
