import { useQuery } from '@tanstack/react-query';
import { requestQueries } from '../requests.api.ts';
import shared from './work-order.module.css';

/** The title of a request's dialog. Shows what the dialog has read, and reads nothing itself. */
export function WorkTitle({ id }: { id: number }) {
  const { data } = useQuery({ ...requestQueries.detail(id), enabled: false });
  if (!data) return 'Work order';
  return (
    <>
      Request <span className={shared.id}>#{data.external_id}</span> - <bdi>{data.title}</bdi>
    </>
  );
}
