import type { Business } from '#contract/business.ts';
import { paths } from '#contract/words/paths.ts';
import { escapeText } from './document.ts';

/** A text file that programs read, such as robots.txt. */
export type SiteFile = { path: string; type: string; body: string };

const manifest = ({ name, tagline }: Business) => ({
  id: '/',
  name,
  // Home screens have room for one word only.
  short_name: name.length > 14 ? (name.split(/\s+/)[0] ?? name) : name,
  description: tagline,
  lang: 'en-US',
  start_url: paths.home,
  scope: '/',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#0c1420',
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'Request Service', url: paths.request() },
    { name: 'Track a request', url: paths.track() },
  ],
});

const robots = (origin: string) =>
  [
    'User-agent: *',
    'Disallow: /api/',
    `Disallow: ${paths.dashboard}`,
    `Disallow: ${paths.setup}`,
    `Disallow: ${paths.resetPassword}`,
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');

const sitemap = (urls: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => `<url><loc>${escapeText(url)}</loc></url>`)
    .join('')}</urlset>\n`;

/**
 * The web app manifest, robots.txt and the sitemap.
 * @param listed the paths in the sitemap
 */
export const siteFiles = (business: Business, origin: string, listed: readonly string[]): SiteFile[] => [
  {
    path: '/manifest.webmanifest',
    type: 'application/manifest+json',
    body: JSON.stringify(manifest(business)),
  },
  { path: '/robots.txt', type: 'text/plain; charset=utf-8', body: robots(origin) },
  {
    path: '/sitemap.xml',
    type: 'application/xml; charset=utf-8',
    body: sitemap(listed.map((path) => `${origin}${path}`)),
  },
];
