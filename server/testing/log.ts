import type { Log } from '../lib/log.ts';

export type LogLine = { level: keyof Log; fields: Record<string, unknown>; message: string };

/** A log that keeps its lines. */
export function aLog(): { log: Log; lines: LogLine[]; of(level: keyof Log): LogLine[] } {
  const lines: LogLine[] = [];
  const write = (level: keyof Log) => (fields: object, message: string) => {
    lines.push({ level, fields: { ...fields }, message });
  };
  return {
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    lines,
    of: (level) => lines.filter((line) => line.level === level),
  };
}
