import { useLocalStorage } from '@mantine/hooks';
import type { Density } from './DataTable.tsx';

/** What a person has chosen for one table: kept in this browser. */
export type TableChoices = { hidden: readonly string[]; density: Density };

const usual: TableChoices = { hidden: [], density: 'comfortable' };

/** Reads stored choices. Whatever is not valid counts as not chosen. */
export function tableChoicesOf(value: unknown): TableChoices {
  const { hidden, density } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return {
    hidden: Array.isArray(hidden) ? hidden.filter((key) => typeof key === 'string') : usual.hidden,
    density: density === 'compact' ? 'compact' : usual.density,
  };
}

function parse(text: string | undefined): TableChoices {
  try {
    return tableChoicesOf(JSON.parse(text ?? 'null'));
  } catch {
    return usual;
  }
}

/** The columns and the density that this browser's user has chosen for a table. */
export const useTableChoices = (table: string) =>
  useLocalStorage<TableChoices>({
    key: `table:${table}`,
    defaultValue: usual,
    getInitialValueInEffect: false,
    deserialize: parse,
  });
