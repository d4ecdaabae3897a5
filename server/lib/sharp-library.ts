export type Sharp = typeof import('sharp').default;
let loading: Promise<Sharp> | undefined;

/** Loads sharp with the first picture of a process, because it takes 10 MB. */
export function sharpLibrary(): Promise<Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // Only the four formats that may be uploaded are decoded. Every other format that libvips supports is attack surface.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
    });
    sharp.cache(false);
    return sharp;
  });
  return loading;
}
