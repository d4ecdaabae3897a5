type Write = (fields: object, message: string) => void;

/** The structured log, as the domain sees it: pino fits. */
export type Log = { info: Write; warn: Write; error: Write };
