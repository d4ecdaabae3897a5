const ANY = null;
/** The first bytes of each kind of picture that browsers show, and the extensions of its files. The first one is given. */
const kinds = [
  { extensions: ['jpg', 'jpeg'], begin: [0xff, 0xd8, 0xff] },
  { extensions: ['png'], begin: [0x89, 0x50, 0x4e, 0x47] },
  { extensions: ['gif'], begin: [0x47, 0x49, 0x46, 0x38] },
  { extensions: ['webp'], begin: [0x52, 0x49, 0x46, 0x46, ANY, ANY, ANY, ANY, 0x57, 0x45, 0x42, 0x50] },
] as const;
type Kind = (typeof kinds)[number];

/**
 * Gives a picture the extension of its content, because apps save a WebP under the name of a JPG, and the server refuses it
 * then. Returns null when a file with the name of a picture holds none, and any other file unchanged.
 */
export async function namedByContent(file: File): Promise<File | null> {
  const dot = file.name.lastIndexOf('.') + 1;
  const extension = file.name.slice(dot).toLowerCase();
  const isNamed = ({ extensions }: Kind) => extensions.some((own) => own === extension);
  if (file.size === 0 || !kinds.some(isNamed)) return file;
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const kind = kinds.find(({ begin }) => begin.every((byte, at) => byte === ANY || byte === bytes[at]));
  if (!kind || isNamed(kind)) return kind ? file : null;
  const [right] = kind.extensions;
  const type = right === 'jpg' ? 'image/jpeg' : `image/${right}`;
  return new File([file], file.name.slice(0, dot) + right, { type, lastModified: file.lastModified });
}
