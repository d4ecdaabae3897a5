/** The meanings a colour may carry; what carries none is neutral. */
export type Tone = 'neutral' | 'warning' | 'info' | 'primary' | 'success' | 'danger';
