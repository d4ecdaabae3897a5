import { fileTypeFromBuffer } from 'file-type';
import { isDocument, isDocumentType } from '#contract/words/evidence/documents.ts';
import { extensionOf } from '#contract/words/files.ts';

/** Whether a document's bytes are of the type that its name says, by the rules of the server. True for a file of another name. */
export async function isOfItsType(file: File): Promise<boolean> {
  const extension = extensionOf(file.name);
  if (!isDocumentType(extension)) return true;
  const bytes = new Uint8Array(await file.arrayBuffer());
  return isDocument(extension, (await fileTypeFromBuffer(bytes))?.ext, bytes);
}
