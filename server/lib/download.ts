import type { Readable } from 'node:stream';

/** A file on its way to a browser. */
export type Download = {
  stream: Readable;
  name: string;
  /** Its content type. */
  type: string;
  /** Shown in the browser; saved when false. */
  inline: boolean;
  /** How long a browser may keep the file, in seconds; 0 when it must not keep it. */
  keptSeconds: number;
};
