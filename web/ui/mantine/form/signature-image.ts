import type { PointGroup } from 'signature_pad';

export const INK = '#10151d';
export const PAPER = '#ffffff';

/** What counts as a signature. */
export type SignatureRules = {
  /** In pixels: the width of the exported picture. */
  width: number;
  maxChars: number;
  /** Whether the exported picture shows a signature. */
  isSignature: (picture: ImageData) => boolean;
  /** Whether a typed text can be a name. */
  isName: (text: string) => boolean;
  texts: { tooSmall: string; noName: string };
};

/** Scales strokes to a pad of another size. */
export const scaled = (strokes: readonly PointGroup[], factor: number): PointGroup[] =>
  strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })),
  }));

/** Writes a typed name across the pad, as large as it fits. */
export function writeName(canvas: HTMLCanvasElement, name: string): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { width, height } = canvas;
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = PAPER;
  context.fillRect(0, 0, width, height);
  const face = 'italic 500 100px "Segoe Script", "Bradley Hand", "Snell Roundhand", "Brush Script MT", cursive, serif';
  context.font = face;
  const size = Math.min(height * 0.45, (width * 0.86 * 100) / Math.max(context.measureText(name).width, 1));
  context.font = face.replace('100px', `${size}px`);
  context.fillStyle = INK;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(name, width / 2, height / 2);
  context.restore();
}

/**
 * Exports the pad as a PNG data URL on white, scaled down until the URL is short enough. Empty when what is on the
 * pad is too small to be a signature.
 */
export function pngOf(canvas: HTMLCanvasElement, rules: SignatureRules): string {
  const copy = document.createElement('canvas');
  for (let width = rules.width; width > 100; width = Math.floor(width * 0.75)) {
    copy.width = width;
    copy.height = Math.max(1, Math.round((width * canvas.height) / Math.max(canvas.width, 1)));
    const context = copy.getContext('2d');
    if (!context) return '';
    context.fillStyle = PAPER;
    context.fillRect(0, 0, copy.width, copy.height);
    context.drawImage(canvas, 0, 0, copy.width, copy.height);
    if (!rules.isSignature(context.getImageData(0, 0, copy.width, copy.height))) return '';
    const url = copy.toDataURL('image/png');
    if (url.length <= rules.maxChars) return url;
  }
  return '';
}
