import { useQuery } from '@tanstack/react-query';
import { requestQueries, useListedRequest } from '../requests.api.ts';
import shared from './work-order.module.css';

/** The title of a request's dialog. Shows what the dialog has read, and reads nothing itself. */
export function WorkTitle({ id }: { id: number }) {
  const { data } = useQuery({ ...requestQueries.detail(id), enabled: false });
  const listed = useListedRequest(id);
  const known = data ?? listed;
  if (!known) return 'Work order';
  return (
    <>
      Request <span className={shared.id}>#{known.external_id}</span> - <bdi>{known.title}</bdi>
    </>
  );
}
