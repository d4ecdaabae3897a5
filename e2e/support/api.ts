import path from 'node:path';
import type { Email } from 'postal-mime';
import type { CallOf, Endpoint, JsonEndpoint, ResponseOf } from '#contract/endpoint.ts';
import type { Role } from '#contract/words/roles.ts';
import type { RunningApp } from '#server/testing/programs/process.ts';
import { attempt, call, contract, type Input, type LooseInput, pathOf, type Session } from './calls.ts';
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

type RequestFields = CallOf<typeof contract.requests.create>['body'];
type MessageFields = CallOf<typeof contract.contact.submit>['body'];

export const customer = (): RequestFields => ({
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
/** What a test says of a request or of a message; the rest is a sample. */
export type SomeOfRequest = Partial<RequestFields>;
export type SomeOfMessage = Partial<MessageFields>;

/** What a test does beside the page: through the API, with the contract's types. */
export type Api = {
  /** Calls as the office's first admin. */
  office<E extends JsonEndpoint>(endpoint: E, input: Input<E>): Promise<ResponseOf<E>>;
  /** Calls as this person, or as a visitor. */
  as<E extends JsonEndpoint>(who: Session, endpoint: E, input: Input<E>): Promise<ResponseOf<E>>;
  /** Makes a call that may be wrong, and returns the answer or the refusal. */
  attempt(who: Session, endpoint: Endpoint, input: LooseInput): Promise<Response>;
  /** A member of staff that all tests of a worker share. For tests that neither change the account nor count what it has. */
  staff(role: Role): Promise<Person>;
  /** A new member of staff, signed in. */
  person(role: Role, name?: string): Promise<Person>;
  /** A new member of staff who has never signed in. */
  account(role: Role, name?: string): Promise<Account>;
  /** Submits a request as a customer does. */
  request(fields?: SomeOfRequest, files?: readonly TestFile[]): Promise<SubmittedRequest>;
  /** Submits so many requests, one after the other, whose titles have this word; the first one is the newest. */
  requests(word: string, count: number, fields?: SomeOfRequest): Promise<SubmittedRequest[]>;
  /** Sends a contact message as a visitor does. */
  message(fields?: SomeOfMessage): Promise<SentMessage>;
  /** Submits a request and assigns it. */
  assignedTo(technician: Account, fields?: SomeOfRequest): Promise<SubmittedRequest>;
  /** Waits for the nth mail to this address. */
  mailTo(address: string, nth?: number): Promise<Email>;
};

/** Signs in as the office's first admin, once for all tests of a worker. */
export async function openApi({ url: server, folder }: RunningApp): Promise<Api> {
  const signIn = async (email: string, password: string) =>
    (await call(server, null, contract.auth.login, { body: { email, password } })).token;
  const admin = { token: await signIn(OFFICE.email, OFFICE.password) };
  const shared = new Map<Role, Promise<Person>>();
  const submit = async (body: RequestFields, files: readonly TestFile[] = []) =>
    (await call(server, null, contract.requests.create, { body, files })).request;
  const api: Api = {
    office: (endpoint, input) => call(server, admin, endpoint, input),
    as: (who, endpoint, input) => call(server, who, endpoint, input),
    attempt: (who, endpoint, input) => attempt(server, who, endpoint, input),
    async account(role, name = unique(role)) {
      const email = `${unique(role)}@example.com`;
      const { user } = await api.office(contract.users.create, { body: { name, email, password: PASSWORD, role } });
      return { id: user.id, name, email };
    },
    async person(role, name) {
      const account = await api.account(role, name);
      return { ...account, token: await signIn(account.email, PASSWORD) };
    },
    staff(role) {
      const person = shared.get(role) ?? api.person(role);
      shared.set(role, person);
      return person;
    },
    async request(fields = {}, files = []) {
      const body = { ...customer(), ...fields };
      const { external_id } = await submit(body, files);
      const { requests } = await api.office(contract.requests.list, { query: { search: external_id } });
      const [row] = requests;
      if (!row) throw new Error('the request is not in the list');
      return { id: row.id, external_id, title: body.title };
    },
    async requests(word, count, fields = {}) {
      for (let n = count; n > 0; n -= 1) await submit({ ...customer(), title: `${word} number ${n}`, ...fields });
      // One look-up for all of them: a customer is not told the number of a request.
      const made: SubmittedRequest[] = [];
      for (let page = 1; made.length < count; page += 1) {
        const query = { search: word, page: String(page), limit: '100' };
        const { requests } = await api.office(contract.requests.list, { query });
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
      await call(server, null, contract.contact.submit, { body });
      const { data } = await api.office(contract.contact.list, { query: { search: body.email } });
      const [row] = data.contacts;
      if (!row) throw new Error('the message is not in the list');
      return { id: row.id, name: body.name, email: body.email, message: body.message };
    },
    async assignedTo(technician, fields) {
      const request = await api.request(fields);
      await api.office(contract.requests.assign, { ...pathOf(request), body: { technician_id: technician.id } });
      return request;
    },
    // A server without a mail server keeps its mails as files.
    mailTo: (address, nth) => mailTo(path.join(folder, 'mail'), address, nth),
  };
  return api;
}
