import { Button, Skeleton } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { NotificationList } from '#web/domain/NotificationList.tsx';
import { pageIn, pagesOf } from '#web/lib/paging.ts';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { PrintHead } from '#web/ui/base/page/PrintHead.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { List } from '#web/ui/mantine/list/List.tsx';
import {
  NOTIFICATIONS_PAGE,
  notificationQueries,
  useDeleteNotification,
  useReadAllNotifications,
  useReadNotification,
} from '../notifications.api.ts';
import classes from './NotificationsPage.module.css';

const FAILURE = 'Failed to load notifications';

/** The page in the address, from 1. */
function usePageNumber() {
  const [params, setParams] = useSearchParams();
  return {
    page: pageIn(params, NOTIFICATIONS_PAGE),
    setPage: (page: number, options?: { replace: boolean }) =>
      setParams(page > 1 ? { page: String(page) } : {}, options),
  };
}

/** All notifications of the user who is signed in (spec §2 route table). */
export function Component() {
  const { page, setPage } = usePageNumber();
  const read = useQuery(notificationQueries.page(page));
  const { data: unread } = useQuery(notificationQueries.unread());
  const markRead = useReadNotification();
  const markAll = useReadAllNotifications();
  const remove = useDeleteNotification();
  const hasNothingNew = unread === 0 || markAll.isPending;
  const { data } = read;
  const pages = data ? pagesOf(data.total, NOTIFICATIONS_PAGE) : page;
  // The last one of the last page was deleted. Without an entry in the history, from which Back would lead here again.
  const goTo = useEffectEvent(setPage);
  useEffect(() => {
    if (page > pages) goTo(pages, { replace: true });
  }, [page, pages]);
  return (
    <div className={classes.page}>
      <PageHead
        title="Notifications"
        intro={unread !== undefined && (unread > 0 ? `${unread.toLocaleString('en-US')} unread` : 'All read')}
        action={
          unread !== undefined && (
            <Button
              variant="default"
              leftSection={<IconChecks size={18} />}
              // Not `disabled`, because a disabled button loses the focus.
              aria-disabled={hasNothingNew}
              data-disabled={hasNothingNew}
              onClick={() => hasNothingNew || markAll.mutate(undefined)}
            >
              Mark All as Read
            </Button>
          )
        }
      />
      <PrintHead />
      <div className={classes.content}>
        <StaleNote reads={[read]} failure={FAILURE} />
        <List
          read={read}
          failure={FAILURE}
          rows={data?.notifications}
          empty={{
            title: 'No notifications yet',
            hint: 'You hear here of what concerns you, and each one opens the very thing.',
          }}
          pages={{ page, rows: data?.total ?? 0, size: NOTIFICATIONS_PAGE, onPage: setPage }}
        >
          {data ? (
            <div className={classes.list} data-old={read.isPlaceholderData || undefined}>
              <NotificationList
                notifications={data.notifications}
                onOpen={(one) => !one.is_read && markRead.mutate(one)}
                onDelete={(one) => remove.mutate(one)}
              />
            </div>
          ) : (
            <div role="status" aria-label="Loading notifications">
              {[1, 2, 3, 4].map((row) => (
                <Skeleton key={row} height={72} mb={8} />
              ))}
            </div>
          )}
        </List>
      </div>
    </div>
  );
}
