import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import satori, { type Font } from 'satori';
import type { Business } from '#contract/business.ts';

/** In pixels: the size that social networks and messengers show. */
const WIDTH = 1200;
const HEIGHT = 630;
/** In pixels: the width of the text beside the lamp. */
const COLUMN = 680;
const FONT = 'Figtree';
const colors = {
  night: '#0a0d12',
  steel: '#8b98a9',
  light: '#ffdf9e',
  amber: '#ffb938',
  white: '#ffffff',
  mute: '#aeb7c4',
};

const { resolve } = createRequire(import.meta.url);
const font = async (subset: string, weight: 500 | 700): Promise<Font> => ({
  name: FONT,
  weight,
  data: await readFile(resolve(`@fontsource/figtree/files/figtree-${subset}-${weight}-normal.woff`)),
});
let fonts: Promise<Font[]> | undefined;
/** The fonts are embedded as outlines, so that the SVG renders without fonts. */
const loadFonts = () =>
  Promise.all((['latin', 'latin-ext'] as const).flatMap((subset) => [font(subset, 500), font(subset, 700)]));

/** A lamp on its pole, and the light that falls from it. */
const lamp = `
  <defs>
    <linearGradient id="beam" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="${colors.amber}" stop-opacity="0.75"/>
      <stop offset="1" stop-color="${colors.amber}" stop-opacity="0.04"/>
    </linearGradient>
  </defs>
  <path fill="url(#beam)" d="M884 190 700 630h520l-124-440z"/>
  <path fill="none" stroke="${colors.steel}" stroke-width="10" d="M1180 640V120c0-34-20-54-54-54H990v20"/>
  <path fill="${colors.steel}" d="M900 172c0-58 38-98 90-98s90 40 90 98z"/>
  <path fill="${colors.light}" d="M884 172h212v18H884z"/>`;

/**
 * Draws the preview picture of a shared page (Open Graph): the business, the headline, and a phone number.
 * @param headline the page's headline; wraps
 * @returns an SVG of 1200 x 630 without text elements
 */
export async function renderShareCard(headline: string, { name, phone, service_area }: Business): Promise<string> {
  fonts ??= loadFonts();
  const words = await satori(
    <div
      style={{
        width: '100%',
        height: '100%',
        boxSizing: 'border-box',
        padding: '72px 72px 64px',
        wordBreak: 'break-word',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        color: colors.white,
        fontFamily: FONT,
      }}
    >
      <div style={{ width: COLUMN, fontSize: 34, fontWeight: 500, color: colors.amber, lineClamp: 2 }}>{name}</div>
      <div
        style={{
          width: COLUMN,
          fontSize: headline.length > 40 ? 64 : 80,
          fontWeight: 700,
          lineHeight: 1.1,
          lineClamp: 4,
        }}
      >
        {headline}
      </div>
      <div style={{ width: COLUMN, display: 'flex', flexDirection: 'column', fontSize: 32, fontWeight: 500 }}>
        <div style={{ color: colors.mute, lineClamp: 1 }}>{service_area}</div>
        <div>{phone}</div>
      </div>
    </div>,
    { width: WIDTH, height: HEIGHT, fonts: await fonts },
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><path fill="${colors.night}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>${lamp}${words}</svg>`;
}
