import { Button } from '@mantine/core';
import { PhoneLinks } from '#web/domain/reach/PhoneLinks.tsx';
import { previewOf } from '#web/lib/preview.ts';
import { Found } from '#web/ui/base/content/Found.tsx';
import { MailLink } from '#web/ui/base/content/MailLink.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { CardList } from '#web/ui/mantine/table/CardList.tsx';
import type { ActiveRow, Selection } from '#web/ui/mantine/table/DataTable.tsx';
import type { ContactMessage } from '../contact.view.ts';
import classes from './ContactCards.module.css';
import { StatusCell } from './StatusMenu.tsx';
import type { StatusMenuState } from './useInboxDesk.ts';

type Props = {
  rows: readonly ContactMessage[] | undefined;
  stale: boolean;
  onOpen: (id: number) => void;
  onMenu: ((menu: StatusMenuState) => void) | undefined;
  /** Lets messages be chosen. */
  selection?: Selection<ContactMessage>;
  active?: ActiveRow;
};

/** The messages as cards, for small screens. */
export const ContactCards = ({ onOpen, onMenu, ...list }: Props) => (
  <CardList
    {...list}
    label="Contact messages"
    rowKey={({ id }) => id}
    lines={[19, 18, 31, 32]}
    className={classes.card}
  >
    {(message) => (
      <>
        <div className={`${classes.line} ${classes.besideBox}`}>
          <h3 className={classes.name} dir="auto" title={message.name}>
            <Found>{message.name}</Found>
          </h3>
          <span className={classes.time}>
            <Time iso={message.created_at} format="relative" />
          </span>
        </div>
        <p className={classes.preview} dir="auto">
          <Found>{previewOf(message.message)}</Found>
        </p>
        <div className={classes.line}>
          <MailLink className={classes.reach} address={message.email}>
            <Found>{message.email}</Found>
          </MailLink>
          {message.phone && <PhoneLinks className={classes.phone} text={message.phone} />}
        </div>
        <div className={classes.line}>
          <StatusCell message={message} onMenu={onMenu} />
          <Button
            className={classes.open}
            variant="default"
            size="xs"
            aria-label={`View message from ${message.name}`}
            onClick={() => onOpen(message.id)}
          >
            View
          </Button>
        </div>
      </>
    )}
  </CardList>
);
