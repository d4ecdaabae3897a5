import { paths } from '#contract/words/paths.ts';

/** The navbar's links, in the order of spec §2. Request Service and Login are separate buttons. */
export const siteLinks = [
  { to: paths.home, label: 'Home' },
  { to: paths.about, label: 'About' },
  { to: paths.services, label: 'Services' },
  { to: paths.portfolio, label: 'Portfolio' },
  { to: paths.contact, label: 'Contact' },
  { to: paths.track(), label: 'Track' },
] as const;
