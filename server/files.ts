import type { Config } from './config.ts';
import { dataFolder } from './lib/data-folder.ts';
import { createLocalFileStore, type FileStore } from './lib/file-store.ts';
import { createS3FileStore } from './lib/s3-file-store.ts';

/** The stored files of an installation: in the bucket of the settings, or else in the data folder. */
export function openFiles(
  config: Pick<Config, 'dataDir' | 'bucket' | 'minFreeDiskBytes' | 'patience'>,
): Promise<FileStore> {
  const { files } = dataFolder(config.dataDir);
  const options = { minFreeBytes: config.minFreeDiskBytes };
  if (!config.bucket) return createLocalFileStore(files, options);
  return createS3FileStore(files, config.bucket, { ...options, silenceMs: config.patience.storeMs });
}
