import { describe, expect, it } from 'vitest';
import type { Business } from '#contract/business.ts';
import { fillTemplate, headMarkup, pageMarkup, shareMarkup, titleMarkup, withoutScripts } from './document.ts';

const manifest = {
  'index.html': { file: 'assets/entry.js', css: ['assets/entry.css'], imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  'Layout.tsx': { file: 'assets/layout.js', css: ['assets/layout.css'], imports: ['_react.js', '_shared.js'] },
  'Page.tsx': { file: 'assets/page.js', css: ['assets/page.css'], imports: ['_shared.js', 'index.html'] },
  '_shared.js': { file: 'assets/shared.js', css: ['assets/shared.css'] },
};
const hrefs = (markup: string) => [...markup.matchAll(/href="\/assets\/([^"]+)"/g)].map((match) => match[1]);

describe('pageMarkup', () => {
  const scripts = (markup: string) => JSON.parse(/id="scripts">(.*?)<\/script>/.exec(markup)?.[1] ?? '');

  it('links each stylesheet once, imports first, without those of the entry', () => {
    const markup = pageMarkup(manifest, ['Layout.tsx', 'Page.tsx'], 'index.html');
    expect(hrefs(markup)).toEqual(['shared.css', 'layout.css', 'page.css']);
  });

  it('lists every script once, the entry first, and loads none of them', () => {
    const markup = pageMarkup(manifest, ['Layout.tsx', 'Page.tsx'], 'index.html');
    const names = ['entry', 'react', 'shared', 'layout', 'page'].map((name) => `/assets/${name}.js`);
    expect(scripts(markup)).toEqual(names);
    expect(markup).not.toMatch(/modulepreload|src=/);
  });

  it('ignores routes without a module', () => {
    expect(scripts(pageMarkup(manifest, ['root'], 'index.html'))).toEqual(['/assets/entry.js', '/assets/react.js']);
  });
});

it('withoutScripts removes the scripts of the template and nothing else', () => {
  const script = '<script type="module" async crossorigin src="/assets/entry.js"></script>';
  const preload = '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/react.js">';
  const style = '<link rel="stylesheet" crossorigin href="/assets/entry.css">';
  expect(withoutScripts(`<head>${script}${preload}${style}</head>`)).toBe(`<head>${style}</head>`);
});

describe('document head', () => {
  it("cannot be broken by markup in the business's details", () => {
    const name = '</script><script>alert(1)</script>';
    const markup = headMarkup({ name } as Business);
    expect(markup.match(/<\/script>/g)).toHaveLength(2);
    const json = /id="business">(.*)<\/script>/.exec(markup)?.[1];
    expect(JSON.parse(json ?? '')).toEqual({ name });
  });

  it('escapes title and description', () => {
    expect(titleMarkup({ title: 'A & <b>', description: '"quoted"' })).toBe(
      '<title>A &amp; &lt;b&gt;</title><meta name="description" content="&quot;quoted&quot;" />',
    );
  });

  it('tells search engines to skip a page that is not indexed', () => {
    expect(titleMarkup({ title: 'A', description: 'B', isIndexed: false })).toContain(
      '<meta name="robots" content="noindex" />',
    );
  });

  it('contains the canonical URL and the tags for link previews', () => {
    const page = {
      siteName: 'A & B',
      url: 'https://x.example/a',
      card: 'https://x.example/og/a.png',
      data: { a: '</' },
    };
    const markup = shareMarkup({ title: 'T', description: 'D' }, page);
    expect(markup).toContain('<link rel="canonical" href="https://x.example/a" />');
    expect(markup).toContain('<meta property="og:site_name" content="A &amp; B" />');
    expect(markup).toContain('<meta property="og:image" content="https://x.example/og/a.png" />');
    expect(markup).toContain('<script type="application/ld+json">{"a":"\\u003c/"}</script>');
  });

  it('inserts head and app without interpreting `$` patterns', () => {
    expect(fillTemplate('<!--head-->|<!--app-->', '$&', '$1')).toBe('$&|$1');
  });
});
