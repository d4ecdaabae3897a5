import { NavLink } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import classes from './SettingsTabs.module.css';

const tabs = [
  [paths.adminSettings, 'Business'],
  [paths.adminMailSettings, 'Mail'],
  [paths.adminMailLog(), 'Send Log'],
  [paths.adminBackups, 'Back-ups'],
  [paths.adminKeys, 'API Keys'],
] as const;

/** The screens below Settings. */
export function SettingsTabs() {
  return (
    <nav className={classes.tabs} aria-label="Settings">
      {tabs.map(([to, label]) => (
        <NavLink key={to} to={to} end className={classes.tab ?? ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
