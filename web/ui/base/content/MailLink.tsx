import type { ReactNode } from 'react';

type MailLinkProps = {
  address: string;
  className?: string | undefined;
  /** What the link shows: by default the address. */
  children?: ReactNode;
};

/**
 * A link that writes to an address. The address is only ever the recipient: in `dana@a.example?bcc=eve@b.example`, which is a
 * valid address, a mail program would find a second one.
 */
export const MailLink = ({ address, className, children = address }: MailLinkProps) => (
  <a className={className} href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`} title={address}>
    {children}
  </a>
);
