import { createMemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { asNumber, idIn, inTurn, layersOf, linkMoves, openMove, withLayer } from './history-layers.ts';

/** A browser's history in memory, which opens at an address. */
function historyAt(address: string) {
  const router = createMemoryRouter([{ path: '*' }], { initialEntries: ['/before', address] });
  const here = () => {
    const { pathname, search, state } = router.state.location;
    return [`${pathname}${search}`, layersOf(state)] as const;
  };
  return { router, here };
}

describe('the layers of a history entry', () => {
  it.each([null, undefined, 'open', 7, {}, { layers: null }, { layers: 'request' }])('are none in %j', (state) =>
    expect(layersOf(state)).toEqual({}),
  );

  it('grow by one that opens on top', () => {
    const dialog = withLayer(null, 'request', 12);
    expect(layersOf(withLayer(dialog, 'picture', 2))).toEqual({ request: 12, picture: 2 });
  });

  it('change their value in the entry that they have, so that one step back closes them', async () => {
    const { router, here } = historyAt('/list?status=pending');
    const page = { pathname: '/list', search: '?status=pending' };
    await router.navigate(...openMove(page, layersOf(router.state.location.state), 'request', 12, false));
    await router.navigate(...openMove(page, layersOf(router.state.location.state), 'picture', 1, false));
    await router.navigate(...openMove(page, layersOf(router.state.location.state), 'picture', 2, true));
    expect(here()).toEqual(['/list?status=pending', { request: 12, picture: 2 }]);
    await router.navigate(-1);
    expect(here()).toEqual(['/list?status=pending', { request: 12 }]);
    await router.navigate(-1);
    expect(here()).toEqual(['/list?status=pending', {}]);
  });
});

describe('a link that opens a layer', () => {
  const follow = async (address: string, value: number | null) => {
    const { router, here } = historyAt(address);
    const params = new URLSearchParams(router.state.location.search);
    const moves = linkMoves(params, 'requestId', value === null ? null : { name: 'request', value });
    for (const move of moves) await router.navigate(...move);
    return { router, here };
  };

  it('leaves an address without the parameter, and Back leads to the page alone', async () => {
    const { router, here } = await follow('/list?status=pending&requestId=12', 12);
    expect(here()).toEqual(['/list?status=pending', { request: 12 }]);
    await router.navigate(-1);
    expect(here()).toEqual(['/list?status=pending', {}]);
    await router.navigate(-1);
    expect(here()).toEqual(['/before', {}]);
  });

  it('leaves an address without the tab on which the layer opens', async () => {
    const { here } = await follow('/list?requestId=12&tab=assignment', 12);
    expect(here()).toEqual(['/list', { request: 12 }]);
  });

  it('only loses the parameter when it names nothing', async () => {
    const { router, here } = await follow('/list?requestId=none', null);
    expect(here()).toEqual(['/list', {}]);
    await router.navigate(-1);
    expect(here()).toEqual(['/before', {}]);
  });
});

describe('moves in the history', () => {
  it('run one after the other, also after one that fails', async () => {
    const log: string[] = [];
    const slow = Promise.withResolvers<void>();
    const first = inTurn(async () => {
      log.push('first begins');
      await slow.promise;
      log.push('first ends');
      throw new Error('blocked');
    });
    const second = inTurn(async () => void log.push('second'));
    await Promise.resolve();
    expect(log).toEqual(['first begins']);
    slow.resolve();
    await expect(first).rejects.toThrow('blocked');
    await second;
    expect(log).toEqual(['first begins', 'first ends', 'second']);
  });
});

describe('idIn', () => {
  it.each([
    ['12', 12],
    ['2147483647', 2_147_483_647],
    ['2147483648', null],
    ['0', null],
    ['012', null],
    ['12abc', null],
    ['99999999999', null],
    ['', null],
  ])('reads "%s" as %s', (text, id) => expect(idIn(text)).toBe(id));
});

it('a layer of a row takes numbers only', () => {
  expect([7, '7', null, undefined].map(asNumber)).toEqual([7, null, null, null]);
});
