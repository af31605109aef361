import { ApiError } from '../../../../api/api-error.ts';
import { handleError } from '../../../../api/response.ts';
import type { TalkProblem, WayOut } from './talk-state.ts';

const ways: Readonly<Record<string, WayOut>> = {
  network: 'reconnect',
  'ai.taken_over': 'take_over',
  'ai.in_use': 'take_over',
  'ai.balance_over': 'more_time',
  'ai.chat_over': 'home',
  'ai.minor_consent': 'home',
  'ai.minor_quiet': 'home',
  'ai.minor_over': 'home',
  'ai.day_limit': 'home',
  'ai.scene_off': 'home',
  'ai.people_off': 'home',
  'ai.people_adults': 'home',
  'ai.reply_running': 'reconnect',
  'ai.key_reused': 'resend',
  'ai.interrupted': 'retry',
};

const tooMany = 429;

/** What went wrong, and what can be done. An ended session is handled by the page as a whole. */
export function describeProblem(error: unknown): TalkProblem {
  if (!(error instanceof ApiError)) return { code: 'network', message: '', way: 'reconnect' };
  if (error.status === 401) handleError(error);
  const { code, status } = error;
  const message = Object.values(error.errors)[0]?.[0] ?? error.message;
  if (status === 0 || status >= 500) return { code: 'network', message: '', way: 'reconnect' };
  if (status === tooMany) return { code: 'too_many', message, way: 'resend' };
  return { code, message, way: ways[code] ?? 'none' };
}
