import { type CSSVariablesResolver, createTheme, type OptionsFilter, type VariantColorsResolver } from '@mantine/core';
import { hasWords } from '#contract/words/search.ts';
import classes from './theme.module.css';

/** The colours of Mantine's variants, from the tokens: amber for the primary action, red for what cannot be undone. */
const variantColorResolver: VariantColorsResolver = ({ variant, color }) => {
  const border = (value: string) => `1px solid ${value}`;
  if (variant === 'filled' && color === 'red') {
    const solid = 'var(--color-danger-solid)';
    return { background: solid, hover: solid, color: 'var(--color-danger-on-solid)', border: border('transparent') };
  }
  if (variant === 'filled') {
    return {
      background: 'var(--color-accent)',
      hover: 'var(--color-accent-hover)',
      color: 'var(--color-on-accent)',
      border: border('transparent'),
    };
  }
  return {
    background: variant === 'default' ? 'var(--color-surface)' : 'transparent',
    hover: 'var(--color-surface-3)',
    color: 'var(--color-text)',
    border: border(variant === 'default' ? 'var(--color-border-strong)' : 'transparent'),
  };
};

/** The options with all words of what is typed, as every search finds them. */
const filter: OptionsFilter = ({ options, search, limit }) =>
  options.filter((option) => 'label' in option && hasWords(option.label, search)).slice(0, limit);

/** The Mantine theme of the dashboards, built from the design tokens. */
export const theme = createTheme({
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-sans)' },
  defaultRadius: 'md',
  radius: { sm: 'var(--radius-sm)', md: 'var(--radius-sm)', lg: 'var(--radius-md)' },
  focusRing: 'auto',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Button: { classNames: { root: classes.button, section: classes.buttonSection, loader: classes.loader } },
    ActionIcon: { defaultProps: { variant: 'subtle' } },
    Input: { classNames: { wrapper: classes.inputWrapper, input: classes.input, section: classes.inputSection } },
    InputWrapper: {
      classNames: { label: classes.label, error: classes.error, description: classes.description },
    },
    Select: {
      // The list itself scrolls. Keyboards and screen readers do not find a scrolling box inside it.
      defaultProps: { withScrollArea: false, filter },
      classNames: { dropdown: classes.dropdown, options: classes.options, option: classes.option },
    },
    Tabs: { classNames: { list: classes.tabList, tab: classes.tab } },
    SegmentedControl: { classNames: { root: classes.segments, label: classes.segment, indicator: classes.indicator } },
    Switch: { classNames: { track: classes.track, thumb: classes.thumb, label: classes.switchLabel } },
    Skeleton: { classNames: { root: classes.skeleton } },
    Progress: { classNames: { root: classes.progress, section: classes.progressSection } },
    Overlay: { classNames: { root: classes.overlay } },
  },
});

const fromTokens = {
  '--mantine-color-body': 'var(--color-bg)',
  '--mantine-color-text': 'var(--color-text)',
  '--mantine-color-dimmed': 'var(--color-text-muted)',
  '--mantine-color-placeholder': 'var(--color-text-subtle)',
  '--mantine-color-anchor': 'var(--color-link)',
  '--mantine-color-error': 'var(--color-danger-fg)',
  '--mantine-color-default': 'var(--color-surface)',
  '--mantine-color-default-hover': 'var(--color-surface-2)',
  '--mantine-color-default-color': 'var(--color-text)',
  '--mantine-color-default-border': 'var(--color-border)',
  '--mantine-color-disabled': 'var(--color-surface-3)',
  '--mantine-color-disabled-color': 'var(--color-text-subtle)',
  '--mantine-color-disabled-border': 'var(--color-border)',
  '--mantine-primary-color-filled': 'var(--color-accent)',
  '--mantine-primary-color-filled-hover': 'var(--color-accent-hover)',
  '--mantine-primary-color-contrast': 'var(--color-on-accent)',
};

/** Maps Mantine's colour variables to the tokens, which change with the theme. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: fromTokens,
  dark: fromTokens,
});
