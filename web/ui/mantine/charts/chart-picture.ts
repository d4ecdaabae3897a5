import pageFont from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import type { LegendEntry } from './Legend.tsx';
import { textureId } from './marks.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** In pixels. */
const MARGIN = 24;
const LINE = 18;
/** Pixels of the picture for each pixel on the screen, so that it stays sharp on paper. */
const SCALE = 2;
const FONT = '"Figtree Variable", system-ui, "Segoe UI", Helvetica, Arial, sans-serif';
/** What style sheets and variables decide on the page, and the picture must say by itself. */
const PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'visibility',
] as const;

type Parts = { title: string; words: string; legend: readonly LegendEntry[]; chart: string };

/** A copy of an element that looks the same outside of the page. */
function detached<E extends SVGElement>(source: E): E {
  const copy = source.cloneNode(true) as E;
  const originals = [source, ...source.querySelectorAll<SVGElement>('*')];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  for (const [nth, original] of originals.entries()) {
    const style = getComputedStyle(original);
    const target = copies[nth];
    target?.removeAttribute('style');
    target?.removeAttribute('class');
    for (const name of PROPERTIES) target?.setAttribute(name, style.getPropertyValue(name));
    // As wide as in the font of the page, for which the chart has left room.
    if (original instanceof SVGTextContentElement && original.childElementCount === 0) {
      target?.setAttribute('textLength', String(original.getComputedTextLength()));
      target?.setAttribute('lengthAdjust', 'spacingAndGlyphs');
    }
  }
  return copy;
}

function add(parent: Element, name: string, attributes: Record<string, string | number>, text = ''): Element {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return parent.appendChild(element);
}

/** Breaks a text into lines that are not wider than `width` pixels. */
function linesOf(text: string, width: number, measure: CanvasRenderingContext2D): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (measure.measureText(longer).width <= width || !lines.at(-1)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const dataUrlOf = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** The font of the page as a style sheet that has it inside, because a picture reads no other files. Empty when it cannot be read. */
async function fontSheet(): Promise<string> {
  try {
    const address = await dataUrlOf(await (await fetch(pageFont)).blob());
    return `@font-face{font-family:"Figtree Variable";font-weight:300 900;src:url(${address}) format("woff2")}`;
  } catch {
    return '';
  }
}

/** Draws the whole picture: title, words, chart and legend below each other, in the colours of the page. */
function compose(svg: SVGSVGElement, { title, words, legend, chart }: Parts, measure: CanvasRenderingContext2D) {
  const page = getComputedStyle(svg);
  const color = (name: string) => page.getPropertyValue(`--color-${name}`).trim();
  const { width, height } = svg.viewBox.baseVal;
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('font-family', FONT);
  const back = add(picture, 'rect', { width: '100%', height: '100%', fill: color('surface') });
  measure.font = `600 16px ${FONT}`;
  let widest = Math.max(width, measure.measureText(title).width);
  add(picture, 'text', { x: MARGIN, y: MARGIN + 12, 'font-size': 16, 'font-weight': 600, fill: color('text') }, title);
  let y = MARGIN + 20;
  measure.font = `12px ${FONT}`;
  for (const line of linesOf(words, width, measure)) {
    y += LINE;
    add(picture, 'text', { x: MARGIN, y, 'font-size': 12, fill: color('text-muted') }, line);
  }
  const plot = detached(svg);
  // On the page as well, a label at the edge of the chart reaches into its margin.
  for (const [key, value] of Object.entries({ x: MARGIN, y: y + 12, width, height, overflow: 'visible' })) {
    plot.setAttribute(key, String(value));
  }
  picture.append(plot);
  y += 12 + height;
  let x = MARGIN;
  for (const entry of legend) {
    const text = `${entry.label}  ${entry.text}`;
    const length = 20 + measure.measureText(text).width;
    if (x === MARGIN || x + length > MARGIN + width) {
      x = MARGIN;
      y += LINE + 4;
    }
    const swatch = { x, y: y - 10, width: 12, height: 12, rx: 2, fill: `url(#${textureId(chart, entry)})` };
    add(picture, 'rect', swatch);
    add(picture, 'text', { x: x + 20, y, 'font-size': 12, fill: color('text') }, text);
    widest = Math.max(widest, x - MARGIN + length);
    x += length + 20;
  }
  const size = { width: Math.ceil(widest) + 2 * MARGIN, height: y + MARGIN };
  picture.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`);
  for (const element of [picture, back]) {
    element.setAttribute('width', String(size.width));
    element.setAttribute('height', String(size.height));
  }
  return { picture, ...size };
}

/**
 * Draws a chart as it is on the page into a PNG picture, with its title, words and legend.
 * @throws when the browser cannot draw it
 */
export async function chartPicture(svg: SVGSVGElement, parts: Parts): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no pictures');
  const { picture, width, height } = compose(svg, parts, context);
  const sheet = document.createElementNS(SVG, 'style');
  sheet.textContent = await fontSheet();
  picture.prepend(sheet);
  const source = new Blob([new XMLSerializer().serializeToString(picture)], { type: 'image/svg+xml' });
  const address = URL.createObjectURL(source);
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    canvas.width = width * SCALE;
    canvas.height = height * SCALE;
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
  } finally {
    URL.revokeObjectURL(address);
  }
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!file) throw new Error('this browser saves no pictures');
  return file;
}
