import { renderAsync } from '@resvg/resvg-js';

/**
 * Draws an SVG of our own (never an uploaded one) as a PNG of the size it names.
 * @param svg without text elements: the machine's fonts are left alone
 */
export async function drawPng(svg: string): Promise<Buffer> {
  const picture = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return picture.asPng();
}
