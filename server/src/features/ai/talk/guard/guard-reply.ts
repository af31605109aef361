import { scriptProvider, type ModerationLabel } from '@kaike/shared/domain/ai/moderation';
import type { ChatMessage } from '../../../../adapters/chat/port.ts';
import type { Context } from '../../../../core/context.ts';
import { createTextCheck, maskContacts } from '../../moderation/public.ts';

/** What stands between a provider and the people who talk with it. */
export type ReplyGuard = {
  /** What leaves this machine: without phone numbers, ids and accounts. */
  hide: (messages: readonly ChatMessage[]) => ChatMessage[];
  /** What readers see of the next sentence, of the same length; a label when the reply must not go on. */
  pass: (before: string, sentence: string) => { text: string } | { label: ModerationLabel };
};

/** Characters before a sentence that are read with it: words may be cut in two by a full stop. */
const overlap = 40;

/** The guard of what a machine writes. The lines of a scripted scene were written by people: they need none, and appear word by word. */
export async function createGuard(
  { settings }: Pick<Context, 'settings'>,
  provider: string,
): Promise<ReplyGuard | null> {
  if (provider === scriptProvider) return null;
  const check = createTextCheck(await settings.get('ai_blocked_words'));
  return {
    hide: (messages) => messages.map((message) => ({ ...message, content: maskContacts(message.content) })),
    pass(before, sentence) {
      const label = check(before.slice(-overlap) + sentence);
      return label === null ? { text: maskContacts(sentence) } : { label };
    },
  };
}
