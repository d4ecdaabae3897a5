import type { Page } from '@playwright/test';

/** All that the browser keeps in a store of a database, as text; empty when there is no such database. */
export const storedIn = (page: Page, name: string, store: string): Promise<string> =>
  page.evaluate(
    async ([name, store]) => {
      const done = <T>(one: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          one.onsuccess = () => resolve(one.result);
          one.onerror = () => reject(one.error);
        });
      // Opening a database that does not exist would create it without its store.
      if (!(await indexedDB.databases()).some((one) => one.name === name)) return '';
      const database = await done(indexedDB.open(name));
      const values: unknown[] = await done(database.transaction(store).objectStore(store).getAll());
      database.close();
      return JSON.stringify(values);
    },
    [name, store] as const,
  );
