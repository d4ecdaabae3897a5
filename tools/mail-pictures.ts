import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { openDocuments } from '../server/documents.ts';
import { sampleExtras } from '../server/features/mail/mail.messages.service.ts';
import { pageOf, sampleMails } from '../server/features/mail/mail.rules.ts';
import { sampleBusiness } from '../server/sample-business.ts';
import { ensureBrowser } from './browser.mjs';
import { buildIfNeeded, needNode24 } from './lib-run.mjs';
import { CHROMIUM_ARGS } from './running-product.ts';

/**
 * `node tools/mail-pictures.ts [folder]`: takes pictures of every mail with made-up people, light and dark, as wide as a phone
 * and as a desktop's mail program. The time is always the same, so that pictures change only with templates.
 */
const NOW = new Date('2026-11-23T15:00:00Z');
const WIDTHS = [390, 700] as const;
const ORIGIN = 'https://service.example.com';

needNode24();
await buildIfNeeded();
const root = path.join(import.meta.dirname, '..');
const folder = path.resolve(process.argv[2] ?? path.join(root, 'docs/pictures/mail'));
mkdirSync(folder, { recursive: true });
const documents = openDocuments(path.join(root, 'dist/ssr'), path.join(root, 'documents/pdf'));
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: CHROMIUM_ARGS });
try {
  for (const content of sampleMails(NOW)) {
    const { link: own, attachments = [] } = sampleExtras(content);
    const page = pageOf(content);
    const link = own ? ORIGIN + new URL(own).pathname : page && ORIGIN + page;
    const files = attachments.map(({ filename }) => filename);
    const { html } = await documents.mail({ content, business: sampleBusiness, origin: ORIGIN, link, files });
    for (const theme of ['light', 'dark'] as const) {
      for (const width of WIDTHS) {
        const page = await browser.newPage({ viewport: { width, height: 600 }, colorScheme: theme });
        await page.setContent(html);
        await page.screenshot({ path: path.join(folder, `${content.kind}-${theme}-${width}.png`), fullPage: true });
        await page.close();
      }
    }
    console.log(content.kind);
  }
} finally {
  await browser.close();
  await documents.close();
}
