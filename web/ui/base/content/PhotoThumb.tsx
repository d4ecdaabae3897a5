import { IconPhoto } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './PhotoThumb.module.css';

const SIZE = 192;

/** A small preview of a picture that is not sent yet. Drawn on a canvas, so that it needs no object URL. */
export function PhotoThumb({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    createImageBitmap(file)
      .then((bitmap) => {
        const context = canvas.current?.getContext('2d');
        if (context && !gone) {
          const side = Math.min(bitmap.width, bitmap.height);
          const left = (bitmap.width - side) / 2;
          // A drawing may be black lines on nothing.
          context.fillStyle = '#fff';
          context.fillRect(0, 0, SIZE, SIZE);
          context.drawImage(bitmap, left, (bitmap.height - side) / 2, side, side, 0, 0, SIZE, SIZE);
        }
        bitmap.close();
      })
      .catch(() => !gone && setFailed(true));
    return () => {
      gone = true;
    };
  }, [file]);
  if (failed) return <IconPhoto className={classes.noPreview} size={32} stroke={1.4} aria-hidden />;
  return <canvas ref={canvas} width={SIZE} height={SIZE} className={classes.preview} aria-hidden />;
}
