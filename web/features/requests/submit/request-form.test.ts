import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { Business } from '#contract/business.ts';
import { requestFields } from '#contract/words/request-fields.ts';
import { BusinessProvider } from '#web/lib/business.tsx';
import { SessionProvider } from '#web/lib/session/session.tsx';
import { RequestForm } from './RequestForm.tsx';

/** A business that never opens: what the form itself needs of one. */
const business = { hours: { monday: null }, closures: [], emergency_phone: '(407) 555-0199' } as unknown as Business;
const form = { children: createElement(RequestForm, { onDone: () => undefined }) };
const within = { value: business, children: createElement(SessionProvider, form) };
const markup = renderToString(createElement(MemoryRouter, null, createElement(BusinessProvider, within)));

it.each(Object.values(requestFields))('asks for $label', ({ label, sent }) => {
  expect(markup).toContain(` name="${sent}"`);
  expect(markup).toContain(`>${label}<`);
});
