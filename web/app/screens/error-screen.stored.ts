import { defineStored } from '#web/lib/stored/stored.ts';

const reloadTime = (key: string) => defineStored({ key, scope: 'tab', endsWith: 'never' });

/** When this tab last reloaded itself for each kind of failure, in milliseconds since 1970. */
export const reloadTimes = {
  auth: reloadTime('reloaded_after_auth_failure'),
  missingPart: reloadTime('reloaded_for_missing_part'),
};
