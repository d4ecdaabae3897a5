import { expect, it } from 'vitest';
import { eachOf } from './each-of.ts';

it('waits for the work under way when the items end with a failure', async () => {
  const order: string[] = [];
  const work = Promise.withResolvers<void>();
  async function* items() {
    yield 'slow';
    setImmediate(work.resolve);
    throw new Error('stopping');
  }
  await eachOf(items(), () => work.promise.then(() => void order.push('copied'))).catch((error: Error) =>
    order.push(error.message),
  );
  expect(order).toEqual(['copied', 'stopping']);
});
