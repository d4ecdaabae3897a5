import { priorities, statuses } from '#contract/words/requests.ts';
import type { RequestFilter } from '#server/features/requests/requests.filter.repo.ts';

export const everything: RequestFilter = { from: null, before: null };

const assignments = ['assigned', 'unassigned'] as const;

/** One filter of every kind that the list of requests knows, by name, for a database that `fillInBulk` has filled up to `now`. */
export function requestFilters(now: Date): [name: string, filter: RequestFilter][] {
  const days = (n: number) => new Date(now.getTime() - n * 86_400_000);
  return [
    ['no filter', everything],
    ...statuses.map((status): [string, RequestFilter] => [status, { ...everything, status }]),
    ...priorities.map((priority): [string, RequestFilter] => [priority, { ...everything, priority }]),
    ...assignments.map((assignment): [string, RequestFilter] => [assignment, { ...everything, assignment }]),
    ['pending and unassigned', { ...everything, status: 'pending', assignment: 'unassigned' }],
    ['completed and assigned', { ...everything, status: 'completed', assignment: 'assigned' }],
    ['completed and medium', { ...everything, status: 'completed', priority: 'medium' }],
    ['pending and urgent', { ...everything, status: 'pending', priority: 'urgent' }],
    ['cancelled and urgent', { ...everything, status: 'cancelled', priority: 'urgent' }],
    ['today', { ...everything, from: days(1) }],
    ['the last 30 days', { ...everything, from: days(30) }],
    ['a month of years ago', { from: days(1_500), before: days(1_470) }],
    ['completed, the last 30 days', { ...everything, status: 'completed', from: days(30) }],
    ['pending, years ago', { from: days(1_500), before: days(1_470), status: 'pending' }],
    ['unassigned, the last 30 days', { ...everything, assignment: 'unassigned', from: days(30) }],
    ['a kind of service', { ...everything, service_type: 'Lighting Maintenance' }],
    ['a kind of service that nobody asked for', { ...everything, service_type: 'Chandeliers' }],
    ['a large town', { ...everything, town: 'Orlando' }],
    ['a rare town', { ...everything, town: 'Zellwood' }],
    ['a town that no request has', { ...everything, town: 'Springfield' }],
    ['no town', { ...everything, town: '' }],
    ['a large town among the pending', { ...everything, town: 'Orlando', status: 'pending' }],
    ['a town, the last 30 days', { ...everything, town: 'Sanford', from: days(30) }],
    ['one rating', { ...everything, rating: '1' }],
    ['any rating', { ...everything, rating: 'any' }],
    ['not cancelled', { ...everything, without: 'cancelled' }],
    ['not cancelled, a month of years ago', { from: days(1_500), before: days(1_470), without: 'cancelled' }],
    ['a rare word', { ...everything, search: 'Chandelier' }],
    ['a common word', { ...everything, search: 'lights' }],
    ['an address', { ...everything, search: 'customer-77@bulk' }],
    ['words of two fields', { ...everything, search: 'Ortiz chandelier' }],
    ['two common words', { ...everything, search: 'stairwell lights' }],
    ['a common word and a rare one', { ...everything, search: 'chandelier flickering' }],
    ['a letter and a rare word', { ...everything, search: 'a chandelier' }],
    ['two letters with which many words begin', { ...everything, search: 'da' }],
    ['two letters with which few words begin', { ...everything, search: 'Ch' }],
    ['two letters with which no word begins', { ...everything, search: 'zz' }],
    ['two times two letters', { ...everything, search: 'ke ch' }],
    ['a letter with which no word begins', { ...everything, search: 'z' }],
    ['the beginning of a name with an apostrophe', { ...everything, search: "o'd" }],
    ['an apostrophe behind two letters', { ...everything, search: 'da’k' }],
    ['a number', { ...everything, search: '(407) 555-0777' }],
    ['a number in another spelling', { ...everything, search: '+1 407.555.0777' }],
    ['the end of a number', { ...everything, search: '0777' }],
    ['a number that nobody has', { ...everything, search: '689 555 0180' }],
    ['a number among the completed', { ...everything, search: '4075550777', status: 'completed' }],
    ['a common word among the pending', { ...everything, search: 'lights', status: 'pending' }],
    ['a common word among the completed', { ...everything, search: 'lights', status: 'completed' }],
  ];
}
