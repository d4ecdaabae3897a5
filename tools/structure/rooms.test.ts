import { expect, it } from 'vitest';
import { roomProblems } from './rooms.ts';

const filesIn = (folder: string, count: number, end = '.ts') =>
  Array.from({ length: count }, (_, nth) => `${folder}/file-${nth}${end}`);
const because = 'a file per lamp';

it('A folder has at most twenty files, each folder by itself', () => {
  const room = 'web/features/lamps/list';
  expect(roomProblems(filesIn(room, 20), {})).toEqual([]);
  expect(roomProblems([...filesIn(room, 20), ...filesIn(`${room}/row`, 20)], {})).toEqual([]);
  expect(roomProblems(filesIn(room, 21), {})).toEqual([`${room}: 21 files, at most 20: divide it by subject`]);
});

it('Tests beside the code are not counted, and neither is what is no source', () => {
  const room = filesIn('server/lamps', 20);
  const tests = ['.test.ts', '.test-d.ts', '.spec.ts'].flatMap((end) => filesIn('server/lamps', 20, end));
  expect(roomProblems([...room, ...tests, ...filesIn('docs/decisions', 30, '.md')], {})).toEqual([]);
});

it('A named exception may have as many as it has, and leaves when nothing needs it', () => {
  const exceptions = { 'server/lamps': { atMost: 25, because } };
  expect(roomProblems(filesIn('server/lamps', 25), exceptions)).toEqual([]);
  expect(roomProblems(filesIn('server/lamps', 26), exceptions)).toEqual([
    'server/lamps: 26 files, at most 25: divide it by subject',
  ]);
  expect(roomProblems(filesIn('server/lamps', 20), exceptions)).toEqual([
    'tools/structure/rooms.ts: server/lamps needs no exception any more',
  ]);
});
