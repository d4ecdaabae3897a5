import type { RequestDetail } from '#contract/request-answers.ts';
import { FileGallery } from './FileGallery.tsx';
import { ShowEarlier } from './ShowEarlier.tsx';
import { useFiles } from './useEarlier.ts';

type Props = { request: Pick<RequestDetail, 'id' | 'files' | 'files_total'> };

/** The files of a request, with a way to those before the newest. */
export function StoredFiles({ request }: Props) {
  const { files, more } = useFiles(request);
  return (
    <>
      <ShowEarlier what="Files" {...more} />
      <FileGallery files={files} />
    </>
  );
}
