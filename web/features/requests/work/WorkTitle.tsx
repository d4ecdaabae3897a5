import { useQuery } from '@tanstack/react-query';
import { requestQueries } from '../requests.api.ts';

/** The title of a request's dialog. Shows what the dialog has read, and reads nothing itself. */
export function WorkTitle({ id }: { id: number }) {
  const { data } = useQuery({ ...requestQueries.detail(id), enabled: false });
  if (!data) return 'Work order';
  return (
    <>
      Request #{data.external_id} - <bdi>{data.title}</bdi>
    </>
  );
}
