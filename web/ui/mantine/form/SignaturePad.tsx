import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowBackUp, IconEraser } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { textLength } from '#web/lib/forms/checks/text-length.ts';
import { FieldError } from '#web/ui/base/form/FieldError.tsx';
import { LimitedTextInput } from './LimitedText.tsx';
import classes from './SignaturePad.module.css';
import { pngOf, type SignatureRules, writeName } from './signature-image.ts';
import { type Ink, useSignaturePad } from './useSignaturePad.ts';

/** A signature as a PNG data URL on white, with what it was made of. */
export type Signature = { url: string } & ({ kind: 'drawn'; ink: Ink } | { kind: 'typed'; name: string });

type Props = {
  label: string;
  /** What the pad begins with. Reported again only after a change. */
  kept: Signature | null;
  /** Receives the signature, or null when the pad is empty. */
  onChange: (signature: Signature | null) => void;
  rules: SignatureRules;
  error?: string | undefined;
  disabled?: boolean;
};

/** In characters: longer than any name, and still legible on the paper. */
const LONGEST_NAME = 80;

/** Takes a signature drawn with finger, pen or mouse. A customer who cannot draw types the name instead. */
export function SignaturePad({ label, kept, onChange, rules, error, disabled = false }: Props) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [mode, setMode] = useState<'draw' | 'type'>(kept?.kind === 'typed' ? 'type' : 'draw');
  const [name, setName] = useState(kept?.kind === 'typed' ? kept.name : '');
  const png = () => (canvas.current ? pngOf(canvas.current, rules) : '');
  const [isTooSmall, setTooSmall] = useState(false);
  const report = () => {
    const url = png();
    setTooSmall(url === '');
    onChange(url ? { kind: 'drawn', url, ink: drawing.ink() } : null);
  };
  const drawing = useSignaturePad(canvas, {
    active: mode === 'draw' && !disabled,
    kept: kept?.kind === 'drawn' ? kept.ink : null,
    onStroke: report,
    onResize: () => mode === 'type' && canvas.current && writeName(canvas.current, name),
  });

  const type = (text: string) => {
    setName(text);
    if (!canvas.current) return;
    const written = text.trim();
    writeName(canvas.current, written);
    const url = rules.isName(written) && textLength(written) <= LONGEST_NAME ? png() : '';
    onChange(url ? { kind: 'typed', url, name: written } : null);
  };
  const draw = (strokes: number) => {
    if (strokes > 0) return report();
    setTooSmall(false);
    onChange(null);
  };
  const clear = () => {
    if (mode === 'type') return type('');
    drawing.clear();
    draw(0);
  };
  /** Shows what the other way of signing has. That is the signature now. */
  const change = (next: string) => {
    setMode(next === 'type' ? 'type' : 'draw');
    if (next === 'type') type(name);
    else draw(drawing.show());
  };
  const isNoName = name.trim() !== '' && !rules.isName(name);
  const unfit = mode === 'draw' ? isTooSmall && rules.texts.tooSmall : isNoName && rules.texts.noName;
  const empty = mode === 'draw' ? drawing.strokes === 0 : name.trim() === '';

  return (
    <fieldset className={classes.field} aria-describedby={`${id}-unfit ${id}-error`} disabled={disabled}>
      <legend>
        {label} <span aria-hidden>*</span>
      </legend>
      <SegmentedControl
        className={classes.mode}
        fullWidth
        size="sm"
        aria-label="How to sign"
        value={mode}
        onChange={change}
        data={[
          { value: 'draw', label: 'Draw' },
          { value: 'type', label: 'Type name' },
        ]}
      />
      {mode === 'type' && (
        <LimitedTextInput
          className={classes.name}
          label="Full name as signature"
          autoComplete="off"
          limit={LONGEST_NAME}
          value={name}
          onChange={(event) => type(event.currentTarget.value)}
        />
      )}
      <div className={classes.paper} data-error={Boolean(error || unfit) || undefined} data-mode={mode}>
        <canvas
          ref={canvas}
          className={classes.canvas}
          role="img"
          aria-label={empty ? 'Signature area, empty' : 'Signature area, signed'}
        />
        {empty && <span className={classes.prompt}>{mode === 'draw' ? 'Sign here' : 'Type the name above'}</span>}
        <span className={classes.line} aria-hidden />
      </div>
      <div className={classes.tools}>
        {mode === 'draw' && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} />}
            disabled={empty}
            onClick={() => draw(drawing.undo())}
          >
            Undo
          </Button>
        )}
        <Button variant="default" leftSection={<IconEraser size={16} />} disabled={empty} onClick={clear}>
          Clear
        </Button>
      </div>
      {/* Said at once, while the customer is there. */}
      <FieldError id={`${id}-unfit`}>{unfit}</FieldError>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
