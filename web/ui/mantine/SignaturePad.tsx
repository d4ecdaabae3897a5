import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowBackUp, IconEraser } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { FieldError } from '../base/FieldError.tsx';
import { LimitedTextInput } from './LimitedText.tsx';
import classes from './SignaturePad.module.css';
import { pngOf, writeName } from './signature-image.ts';
import { useDrawing } from './useSignaturePad.ts';

type Props = {
  label: string;
  /** Receives a PNG data URL on white, or '' when the pad is empty. */
  onChange: (dataUrl: string) => void;
  maxChars: number;
  error?: string | undefined;
  disabled?: boolean;
};

/** In characters: longer than any name, and still legible on the paper. */
const LONGEST_NAME = 80;

/** Takes a signature drawn with finger, pen or mouse. A customer who cannot draw types the name instead. */
export function SignaturePad({ label, onChange, maxChars, error, disabled = false }: Props) {
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [mode, setMode] = useState<'draw' | 'type'>('draw');
  const [name, setName] = useState('');
  const report = () => canvas.current && onChange(pngOf(canvas.current, maxChars));
  const drawing = useDrawing(canvas, {
    active: mode === 'draw' && !disabled,
    onStroke: report,
    onResize: () => mode === 'type' && canvas.current && writeName(canvas.current, name),
  });

  const type = (text: string) => {
    setName(text);
    if (!canvas.current) return;
    writeName(canvas.current, text.trim());
    onChange(text.trim() && text.length <= LONGEST_NAME ? pngOf(canvas.current, maxChars) : '');
  };
  const clear = () => {
    drawing.clear();
    setName('');
    onChange('');
  };
  const undo = () => (drawing.undo() > 0 ? report() : onChange(''));
  const change = (next: string) => {
    clear();
    setMode(next === 'type' ? 'type' : 'draw');
  };
  const empty = mode === 'draw' ? drawing.strokes === 0 : name.trim() === '';

  return (
    <fieldset className={classes.field} aria-describedby={error ? `${id}-error` : undefined} disabled={disabled}>
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
      <div className={classes.paper} data-error={Boolean(error) || undefined} data-mode={mode}>
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
          <Button variant="default" leftSection={<IconArrowBackUp size={16} />} disabled={empty} onClick={undo}>
            Undo
          </Button>
        )}
        <Button variant="default" leftSection={<IconEraser size={16} />} disabled={empty} onClick={clear}>
          Clear
        </Button>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
