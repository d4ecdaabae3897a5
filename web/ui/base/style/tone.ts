/** The meanings that colours stand for. `neutral` is the colour without a meaning. */
export type Tone = 'neutral' | 'warning' | 'info' | 'primary' | 'success' | 'danger';
