import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconClipboardText, IconMail, IconRefresh, IconSettings, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Notification } from '#contract/notifications.ts';
import { leaveRow } from '#web/ui/base/behaviour/leave-row.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import classes from './NotificationList.module.css';

const types: Record<Notification['type'], { label: string; icon: typeof IconMail }> = {
  contact: { label: 'Contact message', icon: IconMail },
  service_request: { label: 'Service request', icon: IconClipboardText },
  status_update: { label: 'Status update', icon: IconRefresh },
  system: { label: 'System', icon: IconSettings },
};

type Props = {
  notifications: readonly Notification[];
  /** Called when one is opened; its link, if it has one, is followed as well. */
  onOpen: (notification: Notification) => void;
  onDelete: (notification: Notification) => void;
};

/** Its texts stand in the direction of the page, whatever the name or the title in them begins with. */
function Content({ type, title, message, priority, is_read, created_at }: Notification) {
  return (
    <>
      <span className={classes.title}>
        {!is_read && <VisuallyHidden>Unread: </VisuallyHidden>}
        {title}
      </span>
      <span className={classes.message}>{message}</span>
      <span className={classes.facts}>
        {priority === 'high' && <Badge tone="danger">High</Badge>}
        <span>{types[type].label}</span>
        <Time iso={created_at} format="relative" />
      </span>
    </>
  );
}

/**
 * Notifications, newest first: what each is about, whether it matters much, and since when (spec §3). The other priorities are not
 * shown: a technician takes their words for those of the request.
 */
export function NotificationList({ notifications, onOpen, onDelete }: Props) {
  return (
    <ul className={classes.list}>
      {notifications.map((one) => {
        const Icon = types[one.type].icon;
        return (
          <li key={one.id} className={classes.row} data-unread={!one.is_read || undefined}>
            <span className={classes.icon} aria-hidden>
              <Icon size={18} />
            </span>
            {one.link === null ? (
              <button type="button" className={classes.open} onClick={() => onOpen(one)}>
                <Content {...one} />
              </button>
            ) : (
              <Link to={one.link} className={classes.open} onClick={() => onOpen(one)}>
                <Content {...one} />
              </Link>
            )}
            <ActionIcon
              size={44}
              data-remove
              aria-label={`Delete notification: ${one.title}`}
              onClick={({ currentTarget }) => {
                leaveRow(currentTarget);
                onDelete(one);
              }}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}
