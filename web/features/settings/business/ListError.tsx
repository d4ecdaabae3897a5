import { Input } from '@mantine/core';

/** What is wrong with a list as a whole, such as too many rows. */
export function ListError({ message }: { message: string | undefined }) {
  return message ? <Input.Error role="alert">{message}</Input.Error> : null;
}
