import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { paths } from '#contract/words/paths.ts';
import { sendEarlyKeys } from '#web/ui/base/behaviour/early-keys.ts';
import { FIND_HASH } from '#web/ui/base/behaviour/find-hash.ts';
import classes from './OfficeFind.module.css';

const FIND = paths.adminDashboard() + FIND_HASH;

/**
 * Finds a request or a customer from the form, also with Ctrl+K. The search is in the dashboards, which are a document of their own: it opens
 * there, and closing it leads back to the form with everything that was entered.
 */
export function OfficeFind() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      // What is typed meanwhile is for the search, and not for a field of the form.
      sendEarlyKeys();
      location.assign(FIND);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <a className={classes.find} href={FIND} aria-keyshortcuts="Control+K Meta+K">
      <IconSearch size={16} aria-hidden />
      Find a request or customer
      <kbd className={classes.key}>Ctrl K</kbd>
    </a>
  );
}
