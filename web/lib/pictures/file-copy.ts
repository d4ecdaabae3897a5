/** Not with the contract's texts, which every public page loads: only a browser says this. */
export const UNREADABLE = "This file can't be read. Choose it again, or take the photo again.";

/**
 * A file in memory. A chosen file is only a reference to a disk or a cloud, which may change or lose it before it is sent.
 * Rejects when it can't be read.
 */
export const copyOf = async (file: File): Promise<File> =>
  new File([await file.arrayBuffer()], file.name, { type: file.type, lastModified: file.lastModified });

/** Copies of the files that can be read, and which ones can't, for people; null when all can. */
export async function copiesOf(files: readonly File[]): Promise<{ good: File[]; problem: string | null }> {
  const good: File[] = [];
  const lost: string[] = [];
  for (const file of files) {
    const copy = await copyOf(file).catch(() => null);
    if (copy) good.push(copy);
    else lost.push(file.name);
  }
  return { good, problem: lost.length > 0 ? `${lost.join(', ')}: ${UNREADABLE}` : null };
}
