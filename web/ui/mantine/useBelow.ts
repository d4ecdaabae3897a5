import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is narrower than so many em: for what CSS alone cannot say, such as a table that becomes cards. */
export const useBelow = (em: number): boolean =>
  useMediaQuery(`(max-width: ${em - 0.01}em)`, false, { getInitialValueInEffect: false });
