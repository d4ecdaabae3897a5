import { ApiError } from '../api-client.ts';
import { UNREADABLE } from './file-copy.ts';

/** The names of the files whose content the browser can't read now. */
export async function unreadableAmong(files: readonly File[]): Promise<string[]> {
  const names: string[] = [];
  for (const file of files) {
    await file.arrayBuffer().catch(() => names.push(file.name));
  }
  return names;
}

/** The failure of a call whose files can't be read. Each is named, as in a refusal of the server. */
export const unreadableFiles = (names: readonly string[]): ApiError =>
  new ApiError(0, {
    error: 'validation_failed',
    message: UNREADABLE,
    details: names.map((name) => ({ field: 'images', message: `${name}: ${UNREADABLE}` })),
  });

/**
 * Makes a call with files. The browser tells a file that it can't read as it tells a lost connection, so the files are read after
 * such a failure.
 * @throws what the call throws, or `unreadableFiles`
 */
export async function callWithFiles<T>(files: readonly File[], call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const names = error instanceof ApiError && error.status === 0 ? await unreadableAmong(files) : [];
    throw names.length > 0 ? unreadableFiles(names) : error;
  }
}
