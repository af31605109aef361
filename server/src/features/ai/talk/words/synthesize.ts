import type { ChatReport } from '@kaike/shared/contracts/ai/ai-talk';
import type * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import { aiPeopleStatus } from '@kaike/shared/domain/ai/ai-chat';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { SpeechCause } from '../../../../adapters/speech/port.ts';
import { assert } from '../../../../core/app-error.ts';
import type { Context } from '../../../../core/context.ts';
import { presentSpoken } from '../../speech/public.ts';
import type { Message } from '../turns/message.store.ts';
import { correctedOf } from './sentence-in-talk.ts';

export type LinePart = { text: string; from: number; is_last: boolean };

/** What the report says could have been said instead: its answer, or the line without its mistakes. */
export function betterOf(report: unknown, message: Message): LinePart {
  const better = (report as ChatReport | null)?.practise.find((one) => one.message_id === message.id)?.better;
  const text = better?.en ?? correctedOf(message)?.right;
  assert(text, 'record.not_found');
  return { text, from: 0, is_last: true };
}

/** How a teacher that can be chosen sounds. Strangers hear the same sound, which is spoken once. */
export async function speakPerson(
  ctx: Context,
  id: number,
  cause: SpeechCause,
): Promise<ResponseOf<typeof aiTalk.synthesizeSample>> {
  const people = await ctx.db
    .selectFrom('ai_peoples')
    .select(['language', 'voice', 'voices', 'speech_rate', 'greeting', 'sample_text'])
    .where('id', '=', id)
    .where('status', '=', aiPeopleStatus.on)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const text = people && (people.sample_text || people.greeting);
  assert(text, 'record.not_found');
  return { ...(await presentSpoken(ctx, { text, speaker: people, chat_id: null, cause })), from: 0, is_last: true };
}
