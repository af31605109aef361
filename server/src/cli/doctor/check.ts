/** One line of the report; `mend` says what to do unless everything is well. */
export type Finding = { level: 'ok' | 'warn' | 'fail'; text: string; mend?: string };

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warn = (text: string, mend: string): Finding => ({ level: 'warn', text, mend });
export const fail = (text: string, mend: string): Finding => ({ level: 'fail', text, mend });

/** The report as a person reads it. */
export function describeFinding({ level, text, mend }: Finding): string {
  return `${level.padEnd(4)}  ${text}${mend === undefined ? '' : `\n      ${mend}`}`;
}
