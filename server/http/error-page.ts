import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../lib/html.ts';

const STYLE = `
  :root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, sans-serif; }
  body { display: grid; min-block-size: 100dvh; margin: 0; place-content: center; padding: 1.5rem; box-sizing: border-box; }
  main { max-inline-size: 32rem; border-block-start: 4px solid #f59e0b; padding-block-start: 1.5rem; }
  h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.3; }
  a { color: light-dark(#0b4a8f, #9cc7ff); }
`;

/** Whether a person opened the address in a browser, as with a link in a mail. A page's own calls have another destination. */
export const isOpenedByPerson = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers['sec-fetch-dest'] === 'document';

/** A refusal as a page, for a person who followed a link. It loads nothing. */
export const sendErrorPage = (reply: FastifyReply, message: string): FastifyReply =>
  reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    })
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${escapeHtml(message)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(message)}</h1>` +
        `<p><a href="/contact">Contact us</a> · <a href="/track">Track a request</a></p></main></body></html>`,
    );
