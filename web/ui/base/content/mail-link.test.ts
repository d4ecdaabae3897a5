import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MailLink } from './MailLink.tsx';

const linkOf = (address: string) =>
  /href="([^"]*)"/.exec(renderToStaticMarkup(createElement(MailLink, { address })))?.[1];

it('writes to the address', () => {
  expect(linkOf('dana@acme.example')).toBe('mailto:dana@acme.example');
});

it.each([
  'dana@acme.example?bcc=eve%40b.example&subject=Hi',
  'dana@acme.example,eve%40b.example',
  'dana#a@acme.example',
])('writes to nobody else, and sets nothing: %s', (address) => {
  const href = linkOf(address);
  expect(href).not.toMatch(/[?&,;#]/);
  expect(decodeURIComponent(href?.replace(/^mailto:/, '') ?? '')).toBe(address);
});
