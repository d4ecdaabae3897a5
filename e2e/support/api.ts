import path from 'node:path';
import type { Email } from 'postal-mime';
import type { Role } from '#contract/words/roles.ts';
import type { RunningApp } from '#server/testing/process.ts';
import type { TestFile } from './files.ts';
import { mailTo } from './mails.ts';

export const PASSWORD = 'correct-horse-9';
/** The one account that is there before any test; tests make the others. */
export const OFFICE = { name: 'Olive Office', email: 'office@example.com', password: 'lights-on-at-seven' };

let counter = 0;
/** A word that no other test of this run uses. */
export const unique = (word: string) => {
  counter += 1;
  return `${word}${process.pid}x${Date.now().toString(36)}x${counter}`;
};

export const customer = () => ({
  customerName: 'Dana Whitfield',
  customerEmail: `${unique('dana')}@whitfield.example`,
  customerPhone: '(407) 555-0111',
  customerAddress: '88 Sample Street, Orlando, FL 32801',
  title: unique('Dark parking lot '),
  description: 'Four of nine poles have been out since Friday.',
  priority: 'medium',
});

type Account = { id: number; name: string; email: string };
export type Person = Account & { token: string };
export type SentMessage = { id: number; name: string; email: string; message: string };
export type SubmittedRequest = { id: number; external_id: string; title: string };

/** What a test does beside the page: through the API, as the office's first admin. */
export type Api = {
  office<T>(method: string, path: string, body?: object): Promise<T>;
  /** A member of staff that all tests of a worker share. For tests that neither change the account nor count what it has. */
  staff(role: Role): Promise<Person>;
  /** A new member of staff, signed in. */
  person(role: Role, name?: string): Promise<Person>;
  /** A new member of staff who has never signed in. */
  account(role: Role, name?: string): Promise<Account>;
  /** Submits a request as a customer does. */
  request(fields?: object, files?: readonly TestFile[]): Promise<SubmittedRequest>;
  /** Submits so many requests, one after the other, whose titles have this word; the first one is the newest. */
  requests(word: string, count: number, fields?: object): Promise<SubmittedRequest[]>;
  /** Sends a contact message as a visitor does. */
  message(fields?: object): Promise<SentMessage>;
  /** Submits a request and assigns it. */
  assignedTo(technician: Account, fields?: object): Promise<SubmittedRequest>;
  /** Waits for the nth mail to this address. */
  mailTo(address: string, nth?: number): Promise<Email>;
};

type Call = { token?: string; body?: object | FormData };

/**
 * Calls the API with fetch, which does not reuse a connection that the server is about to close.
 * @throws when the answer is not a success, with its body
 */
async function call<T>(server: string, method: string, path: string, { token, body }: Call = {}): Promise<T> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${server}/api${path}`, {
    method,
    headers: {
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
}

/** Signs in without a login form; the answer is the session's token. */
async function signIn(server: string, email: string, password: string): Promise<string> {
  const { token } = await call<{ token: string }>(server, 'POST', '/auth/login', { body: { email, password } });
  return token;
}

/** Fields and files as a multipart body. */
export function multipart(fields: object, files: readonly TestFile[]): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, String(value));
  for (const { name, mimeType, buffer } of files) {
    form.append('images', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
  }
  return form;
}

/** Signs in as the office's first admin, once for all tests of a worker. */
export async function openApi({ url: server, folder }: RunningApp): Promise<Api> {
  const token = await signIn(server, OFFICE.email, OFFICE.password);
  const shared = new Map<Role, Promise<Person>>();
  const submit = async (body: object | FormData): Promise<{ external_id: string }> => {
    const path = '/requests/create';
    return (await call<{ request: { external_id: string } }>(server, 'POST', path, { body })).request;
  };
  const api: Api = {
    office: (method, path, body) => call(server, method, path, { token, ...(body && { body }) }),
    async account(role, name = unique(role)) {
      const email = `${unique(role)}@example.com`;
      const body = { name, email, password: PASSWORD, role };
      const { user } = await api.office<{ user: { id: number } }>('POST', '/users', body);
      return { id: user.id, name, email };
    },
    async person(role, name) {
      const account = await api.account(role, name);
      return { ...account, token: await signIn(server, account.email, PASSWORD) };
    },
    staff(role) {
      const person = shared.get(role) ?? api.person(role);
      shared.set(role, person);
      return person;
    },
    async request(fields = {}, files = []) {
      const body = { ...customer(), ...fields };
      const request = await submit(files.length > 0 ? multipart(body, files) : body);
      const { requests } = await api.office<{ requests: { id: number }[] }>(
        'GET',
        `/requests?search=${request.external_id}`,
      );
      const [row] = requests;
      if (!row) throw new Error('the request is not in the list');
      return { id: row.id, external_id: request.external_id, title: body.title };
    },
    async requests(word, count, fields = {}) {
      for (let n = count; n > 0; n -= 1) await submit({ ...customer(), title: `${word} number ${n}`, ...fields });
      // One look-up for all of them: a customer is not told the number of a request.
      const made: SubmittedRequest[] = [];
      for (let page = 1; made.length < count; page += 1) {
        const query = new URLSearchParams({ search: word, page: String(page), limit: '100' });
        const { requests } = await api.office<{ requests: SubmittedRequest[] }>('GET', `/requests?${query}`);
        if (requests.length === 0) throw new Error('the requests are not in the list');
        made.push(...requests.map(({ id, external_id, title }) => ({ id, external_id, title })));
      }
      return made.toSorted((a, b) => b.id - a.id);
    },
    async message(fields = {}) {
      const body = {
        name: 'Dana Whitfield',
        email: `${unique('dana')}@whitfield.example`,
        message: unique('Do you also repair sign lighting? '),
        ...fields,
      };
      await call(server, 'POST', '/contact/submit', { body });
      type Listed = { data: { contacts: { id: number }[] } };
      const search = new URLSearchParams({ search: body.email });
      const { data } = await api.office<Listed>('GET', `/contact?${search}`);
      const [row] = data.contacts;
      if (!row) throw new Error('the message is not in the list');
      return { id: row.id, name: body.name, email: body.email, message: body.message };
    },
    async assignedTo(technician, fields) {
      const request = await api.request(fields);
      await api.office('PATCH', `/requests/${request.id}/assign`, { technician_id: technician.id });
      return request;
    },
    // A server without a mail server keeps its mails as files.
    mailTo: (address, nth) => mailTo(path.join(folder, 'mail'), address, nth),
  };
  return api;
}
