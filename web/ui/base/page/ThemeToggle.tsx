import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTheme } from '#web/lib/theme/theme.ts';
import classes from './ThemeToggle.module.css';

/** Switches between the light and the dark theme. The button's name says what a press does. */
export function ThemeToggle() {
  const { theme, toggle } = useTheme();
  const isDark = theme === 'dark';
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-label={`Switch to ${isDark ? 'light' : 'dark'} theme`}
      onClick={toggle}
    >
      {isDark ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
    </button>
  );
}
