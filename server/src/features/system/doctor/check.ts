import type { RepairName } from '@kaike/shared/contracts/system/health';

/** One line of the report; `fix` says what to do, unless all is well, and `repair` names what the developer area can do itself. */
export type Finding = { level: 'ok' | 'warn' | 'fail'; text: string; fix?: string; repair?: RepairName };

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warn = (text: string, fix: string): Finding => ({ level: 'warn', text, fix });
export const fail = (text: string, fix: string): Finding => ({ level: 'fail', text, fix });

/** The finding as text. */
export function describeFinding({ level, text, fix }: Finding): string {
  return `${level.padEnd(4)}  ${text}${fix === undefined ? '' : `\n      ${fix}`}`;
}
