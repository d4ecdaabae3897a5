/**
 * Draws an SVG that the server made (never an uploaded one) as a PNG of the size it declares.
 * @param svg without text elements, because the machine's fonts are not used
 */
export async function drawPng(svg: string): Promise<Buffer> {
  // Loaded with the first picture, because most processes draw none.
  const { renderAsync } = await import('@resvg/resvg-js');
  const picture = await renderAsync(svg, { font: { loadSystemFonts: false } });
  return picture.asPng();
}
