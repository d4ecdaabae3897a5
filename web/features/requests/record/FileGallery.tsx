import { IconDownload, IconFileText } from '@tabler/icons-react';
import type { RequestFile } from '#contract/files.ts';
import type { RequestDetail } from '#contract/request-answers.ts';
import { asNumber } from '#web/ui/base/behaviour/history-layers.ts';
import { useHistoryLayer } from '#web/ui/base/behaviour/useHistoryLayer.ts';
import { Time } from '#web/ui/base/content/Time.tsx';
import { ImageViewer } from '#web/ui/mantine/dialog/ImageViewer.tsx';
import classes from './FileGallery.module.css';
import { isImage, sizeText } from './file-text.ts';
import { ShowEarlier } from './ShowEarlier.tsx';
import { useFiles } from './useEarlier.ts';

function Origin({ file }: { file: RequestFile }) {
  return (
    <>
      <bdi>{file.uploader?.name ?? 'Unknown'}</bdi> · <Time iso={file.created_at} />
    </>
  );
}

type Props = {
  files: readonly RequestFile[];
  /** The name of the viewer's history layer, when the page has several galleries. */
  layer?: string;
};

/** A request's files (spec §2 Files): pictures as cards that open in full size, other files with a download link. */
export function FileGallery({ files, layer = 'picture' }: Props) {
  const viewed = useHistoryLayer(layer, asNumber);
  if (files.length === 0) return <p className={classes.none}>No files uploaded yet</p>;
  const images = files.filter(isImage);
  const others = files.filter((file) => !isImage(file));
  return (
    <div className={classes.gallery}>
      {images.length > 0 && (
        <ul className={classes.images} aria-label="Images">
          {images.map((file, index) => (
            <li key={file.id}>
              <button
                type="button"
                className={classes.image}
                aria-label={`View ${file.file_name} in full size`}
                onClick={() => viewed.open(index)}
              >
                <img src={file.thumbnail_path ?? file.file_path} alt="" loading="lazy" />
              </button>
              <p className={classes.name} title={file.file_name} dir="auto">
                {file.file_name}
              </p>
              <p className={classes.origin}>
                <Origin file={file} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={classes.others} aria-label="Documents">
          {others.map((file) => (
            <li key={file.id}>
              <IconFileText size={24} stroke={1.5} aria-hidden className={classes.icon} />
              <div className={classes.words}>
                <p className={classes.name} title={file.file_name} dir="auto">
                  {file.file_name}
                </p>
                <p className={classes.origin}>
                  {sizeText(file.file_size)} · <Origin file={file} />
                </p>
              </div>
              <a href={file.file_path} download={file.file_name} aria-label={`Download ${file.file_name}`}>
                <IconDownload size={18} aria-hidden />
                Download
              </a>
            </li>
          ))}
        </ul>
      )}
      <ImageViewer
        pictures={images.map((file) => ({
          src: file.file_path,
          name: file.file_name,
          caption: <Origin file={file} />,
        }))}
        index={viewed.value}
        onIndex={viewed.open}
        onClose={viewed.close}
      />
    </div>
  );
}

/** The files of a request, with a way to those before the newest. */
export function StoredFiles({ request }: { request: Pick<RequestDetail, 'id' | 'files' | 'files_total'> }) {
  const { files, more } = useFiles(request);
  return (
    <>
      <ShowEarlier what="Files" {...more} />
      <FileGallery files={files} />
    </>
  );
}
