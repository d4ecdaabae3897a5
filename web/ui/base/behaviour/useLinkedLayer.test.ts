import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { type InitialEntry, MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { asNumber, idIn } from './history-layers.ts';
import { useLinkedLayer } from './useLinkedLayer.ts';

function Page({ show }: { show: (value: number | null) => void }) {
  show(useLinkedLayer('request', asNumber, idIn).value);
  return null;
}

/** What is open in the first frame of a page at this entry of the history. */
function firstFrame(entry: InitialEntry): number | null | undefined {
  let value: number | null | undefined;
  const show = (open: number | null) => {
    value = open;
  };
  renderToString(createElement(MemoryRouter, { initialEntries: [entry] }, createElement(Page, { show })));
  return value;
}

it('A page that a link opens has the layer in its first frame', () => {
  expect(firstFrame('/requests?requestId=7')).toBe(7);
  expect(firstFrame('/requests?search=pole&requestId=7')).toBe(7);
});

it('A page without the parameter, or with one that is not valid, has none', () => {
  for (const search of ['', '?requestId=', '?requestId=seven', '?requestId=0', '?contactId=7']) {
    expect(firstFrame(`/requests${search}`)).toBeNull();
  }
});

it('A layer that the history has comes back by itself, and before the one of a link', () => {
  const state = { layers: { request: 5 } };
  expect(firstFrame({ pathname: '/requests', state })).toBe(5);
  expect(firstFrame({ pathname: '/requests', search: '?requestId=7', state })).toBe(5);
});
