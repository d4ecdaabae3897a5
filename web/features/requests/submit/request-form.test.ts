import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { requestFields } from '#contract/words/request-fields.ts';
import type { ShownBusiness } from '#web/lib/business.tsx';
import { BusinessProvider } from '#web/lib/business.tsx';
import { SessionProvider } from '#web/lib/session/session.tsx';
import { emptyRequest, mergedDraft, newDraft, parseDraft } from '../draft/request-draft.ts';
import { RequestForm } from './RequestForm.tsx';
import { RequestPriority } from './RequestPriority.tsx';
import { RequestSend } from './RequestSend.tsx';
import { officeResolver, resolver } from './request-submission.ts';

/** A business that never opens: what the form itself needs of one. */
const business = {
  hours: { monday: null },
  closures: [],
  emergency_phone: '(407) 555-0199',
  calls: { emergency_phone: 'tel:+14075550199' },
} as unknown as ShownBusiness;
const markupOf = (children: React.ReactElement) =>
  renderToString(createElement(BusinessProvider, { value: business, children }));

it.each(Object.values(requestFields))('asks for $label', ({ label, sent }) => {
  const form = { children: createElement(RequestForm, { onDone: () => undefined }) };
  const markup = markupOf(createElement(MemoryRouter, null, createElement(SessionProvider, form)));
  expect(markup).toContain(` name="${sent}"`);
  expect(markup).toContain(`>${label}<`);
});

describe('the priority', () => {
  const offered = (isOffice: boolean) =>
    [
      ...markupOf(createElement(RequestPriority, { priority: 'medium', isOffice, onChoose: () => undefined })).matchAll(
        /type="radio" name="priority"[^>]*value="(.*?)"/g,
      ),
    ].map(([, value]) => value);
  /** What the form's checks say of a priority. */
  const refusal = async (checks: typeof officeResolver | typeof resolver, priority: string) => {
    const options = { fields: {}, shouldUseNativeValidation: false };
    return (await checks({ ...emptyRequest, priority }, undefined, options)).errors.priority?.message;
  };

  it('has three choices for a customer, and High for an admin as well', () => {
    expect(offered(false)).toEqual(['low', 'medium', 'Emergency']);
    expect(offered(true)).toEqual(['low', 'medium', 'high', 'Emergency']);
  });

  it('that only an admin may choose is refused when the form is a customer’s again, and not dropped', async () => {
    expect(await refusal(officeResolver, 'high')).toBeUndefined();
    expect(await refusal(officeResolver, 'Emergency')).toBeUndefined();
    expect(await refusal(resolver, 'high')).toBe('Please choose low, medium or Emergency');
  });

  it('stays in a draft', () => {
    const values = { ...emptyRequest, title: 'Dark poles', priority: 'high' };
    expect(parseDraft(mergedDraft(null, { ...newDraft(), values }))?.values.priority).toBe('high');
  });
});

describe('an emergency while the office is closed', () => {
  const state = { isHydrated: true, isSending: false, advice: null };
  const closed = { isOpen: false, opens: 'Monday at 7:30 AM', closure: null } as const;
  /** The class names of the buttons and links that are shown, by their texts. */
  const shown = (isOffice: boolean) => {
    const end = createElement(RequestSend, { ...state, isEmergency: true, isOffice, office: closed });
    return [...markupOf(end).matchAll(/<(button|a) ([^>]*)>(.*?)<\/\1>/g)]
      .filter(([, , attributes]) => !attributes?.includes('data-away'))
      .map(([, , attributes, content]) => [
        content?.replace(/<.*?>/g, ''),
        /primary|secondary/.exec(attributes ?? '')?.[0],
      ]);
  };

  it('asks a customer for a call, and can be sent all the same', () => {
    expect(shown(false)).toEqual([
      ['Call (407) 555-0199', 'primary'],
      ['Submit Request', 'secondary'],
    ]);
  });

  it('is sent by an admin as any other request', () => {
    expect(shown(true)).toEqual([['Submit Request', 'primary']]);
  });

  it('advises customers to call, and nobody in the office', () => {
    const choice = (isOffice: boolean) =>
      markupOf(createElement(RequestPriority, { priority: 'Emergency', isOffice, onChoose: () => undefined }));
    expect(choice(false)).toContain('please call');
    expect(choice(true)).not.toContain('please call');
    expect(choice(true)).not.toContain('Office hours');
  });
});
