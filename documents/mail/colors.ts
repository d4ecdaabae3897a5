/** The product's colours (web/ui/base/style/tokens.css): mail programs know no custom properties. */
export const light = {
  ground: '#f5f7fa',
  card: '#ffffff',
  night: '#0c1420',
  border: '#dce1e8',
  text: '#000000',
  muted: '#4a5361',
  link: '#0b3f9e',
  accent: '#ffb020',
  onAccent: '#1b1200',
  note: '#fff5e0',
  noteBorder: '#f0cf8e',
  urgent: '#8f1d14',
} as const;

/** The same in the dark; mail programs that follow the device's theme use these. */
const dark = {
  ground: '#000000',
  card: '#101318',
  night: '#0a0d12',
  border: '#262c36',
  text: '#ffffff',
  muted: '#aeb7c4',
  link: '#a8c7ff',
  accent: '#ffb938',
  note: '#211703',
  noteBorder: '#59400c',
  urgent: '#ffaaa2',
} as const;

/** Set with `!important`, because the light colours are inline: many mail programs read nothing else. */
export const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background-color: ${dark.ground} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${dark.border} !important; }
  .night { background-color: ${dark.night} !important; border-color: ${dark.accent} !important; }
  .text { color: ${dark.text} !important; }
  .muted { color: ${dark.muted} !important; }
  .link { color: ${dark.link} !important; }
  .urgent { color: ${dark.urgent} !important; }
  .action { background-color: ${dark.accent} !important; }
  .note { background-color: ${dark.note} !important; border-color: ${dark.noteBorder} !important; }
  .rule { border-color: ${dark.border} !important; }
}
@media (max-width: 480px) {
  .pad { padding-left: 20px !important; padding-right: 20px !important; }
  .ground-pad { padding: 0 !important; }
  .card { border-left-width: 0 !important; border-right-width: 0 !important; border-radius: 0 !important; }
  .night { border-radius: 0 !important; }
  .action { display: block !important; }
}`;
