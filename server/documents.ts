import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Business } from '#contract/business.ts';
import type { MailContent } from '#contract/mail-content.ts';
import type { ReportSheet } from './features/reports/reports.sheet.rules.ts';
import type { WorkOrderSheet } from './features/work-orders/work-orders.rules.ts';
import { DomainError } from './lib/errors.ts';
import { createLanes } from './lib/lane.ts';
import { createPdfRenderer, type PdfRenderer } from './lib/pdf.ts';
import type { PdfJob } from './lib/pdf-process.ts';
import { drawPng } from './lib/png.ts';

/** The exports of the built `documents/`. They are built because Node runs no JSX. */
type Renderers = {
  renderShareCard(headline: string, business: Business): Promise<string>;
  renderMail(mail: MailToRender): Promise<RenderedMail>;
};

/** What a mail is rendered from. */
export type MailToRender = {
  content: MailContent;
  business: Business;
  /** The address of the site. */
  origin: string;
  /** The absolute address of the page that the mail leads to; null when it leads to none. */
  link: string | null;
  /** The names of the attached files. */
  files: readonly string[];
};
/** The templates in `documents/pdf`, each with what it prints. */
type Sheets = { 'report.typ': ReportSheet; 'work-order.typ': WorkOrderSheet };
/** What a PDF is rendered from. The template finds the pictures by their names. */
export type PdfToRender = {
  [T in keyof Sheets]: { template: T; data: Sheets[T]; pictures: PdfJob['pictures'] };
}[keyof Sheets];
export type RenderedMail = { subject: string; html: string; text: string };

/** The further PDFs of one reader that may wait: a row of tabs. */
const WAITING = 10;
const RETRY_SECONDS = 10;
const tooMany = () =>
  new DomainError('rate_limited', 'You are printing too much at once. Please try again.', undefined, RETRY_SECONDS);

/** Renders documents that are no pages of the site. */
export type Documents = {
  /** The picture that other sites show beside a shared link, as a PNG of 1200 x 630 pixels. */
  shareCard(headline: string, business: Business): Promise<Buffer>;
  /** A mail in the product's look, as a page and as plain text. */
  mail(mail: MailToRender): Promise<RenderedMail>;
  /**
   * A PDF/UA-1 of a template in `documents/pdf`.
   * @throws `unavailable` when too many documents wait
   */
  pdf(document: PdfToRender): Promise<Buffer>;
  /**
   * Makes a PDF, with what goes into it, after the PDFs that the same reader asked for before: of readers who wait, each gets one in turn.
   * @param reader an account, such as `user 7`, or another cause
   * @throws `rate_limited` when too many of the reader's PDFs wait
   */
  inTurn<T>(reader: string, work: () => Promise<T>): Promise<T>;
  /** A photo for a PDF. */
  photo: PdfRenderer['photo'];
  close(): Promise<void>;
};

/**
 * @param folder the folder of `documents.js`, which is loaded with the first document
 * @param templates the folder of the PDFs' templates
 */
export function openDocuments(folder: string, templates: string): Documents {
  const pdfs = createPdfRenderer(templates);
  const turns = createLanes({ atOnce: 1, waiting: WAITING, refusal: tooMany });
  let loaded: Promise<Renderers> | undefined;
  const load = (): Promise<Renderers> => {
    // Without this, React uses its development build, which renders several times slower.
    process.env.NODE_ENV ??= 'production';
    loaded ??= import(pathToFileURL(path.join(folder, 'documents.js')).href);
    return loaded;
  };
  return {
    async shareCard(headline, business) {
      const { renderShareCard } = await load();
      return drawPng(await renderShareCard(headline, business));
    },
    mail: async (mail) => (await load()).renderMail(mail),
    inTurn: (reader, work) => turns(reader)(work),
    pdf: pdfs.render,
    photo: pdfs.photo,
    close: pdfs.close,
  };
}
