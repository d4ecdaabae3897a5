import { ActionIcon, Button, Popover, Skeleton } from '@mantine/core';
import { IconBell, IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { NotificationList } from '#web/domain/NotificationList.tsx';
import {
  notificationQueries,
  useDeleteNotification,
  useReadAllNotifications,
  useReadNotification,
} from '#web/features/notifications/notifications.api.ts';
import { badgeOf, bellLabel } from '#web/features/notifications/notifications.view.ts';
import classes from './Bell.module.css';

/** The bell of every dashboard with the number of unread notifications, and the newest ones below it (spec §2). */
export function Bell() {
  const [opened, setOpened] = useState(false);
  const unread = useQuery(notificationQueries.unread()).data ?? 0;
  const badge = badgeOf(unread);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(26rem, calc(100vw - 2rem))"
      offset={6}
      withinPortal={false}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <ActionIcon
          className={classes.bell ?? ''}
          size={44}
          aria-label={bellLabel(unread)}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={20} />
          {badge && (
            <span className={classes.badge} aria-hidden>
              {badge}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ''}>
        <Newest unread={unread} onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Newest({ unread, onClose }: { unread: number; onClose: () => void }) {
  const read = useQuery(notificationQueries.newest());
  const markRead = useReadNotification();
  const markAll = useReadAllNotifications();
  const remove = useDeleteNotification();
  const newest = read.data?.notifications;
  const hasNothingNew = unread === 0 || markAll.isPending;
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>Notifications</h2>
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconChecks size={16} />}
          // Not `disabled`, because a disabled button loses the focus, and Escape then closes nothing.
          aria-disabled={hasNothingNew}
          data-disabled={hasNothingNew}
          onClick={() => hasNothingNew || markAll.mutate(undefined)}
        >
          Mark all as read
        </Button>
      </div>
      <div className={classes.body}>
        {!newest && !read.isError && (
          <div role="status" aria-label="Loading notifications" className={classes.loading}>
            <Skeleton height={56} mb={8} />
            <Skeleton height={56} />
          </div>
        )}
        {!newest && read.isError && <p className={classes.note}>Notifications could not be loaded.</p>}
        {newest?.length === 0 && <p className={classes.note}>No notifications yet.</p>}
        {newest && newest.length > 0 && (
          <NotificationList
            notifications={newest}
            onOpen={(one) => {
              if (!one.is_read) markRead.mutate(one);
              if (one.link !== null) onClose();
            }}
            onDelete={(one) => remove.mutate(one)}
          />
        )}
      </div>
      <Link to={paths.notifications} className={classes.all} onClick={onClose}>
        All notifications
      </Link>
    </>
  );
}
