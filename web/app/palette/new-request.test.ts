import { expect, it } from 'vitest';
import { newRequestFor } from './new-request.ts';

it.each(['', 'new r', 'Request', ' new request '])('offers the empty form for "%s"', (typed) =>
  expect(newRequestFor(typed, true)).toEqual({ to: '/request', label: 'New request' }),
);

it.each(['(407) 555-9999', '555-9999', '+1 407 555 9999'])('offers the form with the unknown number %s', (typed) => {
  expect(newRequestFor(typed, false)).toEqual({
    to: `/request?${new URLSearchParams({ phone: typed })}`,
    label: `New request from ${typed}`,
  });
  expect(newRequestFor(typed, true)).toBeNull();
});

it.each(['new', '555', 'pole 7', 'REQ-6R7UA23O0-8OBUR'])('offers none for "%s"', (typed) =>
  expect(newRequestFor(typed, false)).toBeNull(),
);
