import { maxRecordingBytes } from '@kaike/shared/contracts/ai/ai-hearing';
import type { CheckedReading, UnheardReason } from '@kaike/shared/contracts/ai/ai-reading';
import * as aiReading from '@kaike/shared/contracts/ai/ai-reading';
import { aiMessageStatus, isRunning } from '@kaike/shared/domain/ai/chat-status';
import type { HeardSounds, OtherSound } from '../../../../adapters/sounds/port.ts';
import { AdapterError } from '../../../../core/adapter-error.ts';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { loadChat } from '../chats/chat.store.ts';
import { receiveRecording } from '../hearing/receive-recording.ts';
import { loadMessage } from '../turns/message.store.ts';
import { betterOf } from '../words/synthesize.ts';
import { checkReadingConsent } from './reading-state.ts';
import { addReading, findLast } from './readings.store.ts';
import { judgeSound } from './judge-sound.ts';
import { parseWav } from './parse-wav.ts';

type ReadingCall = MemberCallOf<typeof aiReading.checkPronunciation>;
type Word = { text: string; from: number };

const wordsIn = (text: string): Word[] =>
  [...text.matchAll(/[A-Za-z]+(?:['’][A-Za-z]+)*/g)].map((match) => ({ text: match[0], from: match.index }));

/** Why a text is not one that can be read and compared. */
function faultOf(text: string, words: readonly Word[]): UnheardReason | null {
  // Numbers have no spelling that says how they are read.
  if (/\d/.test(text) || words.length > aiReading.maxReadWords) return 'unknown_words';
  return words.length < aiReading.minReadWords ? 'short' : null;
}

const isSame = (a: OtherSound, b: OtherSound): boolean =>
  a.word === b.word && a.sound === b.sound && a.instead === b.instead;

async function compare({ ctx, actor }: ReadingCall, samples: Int16Array, words: readonly Word[]): Promise<HeardSounds> {
  const plain = words.map(({ text }) => text.toLowerCase().replaceAll('’', "'"));
  try {
    return await ctx.adapters.sounds.compare(samples, plain, actor.member.id);
  } catch (error) {
    ctx.log.warn({ err: error }, 'a reading was not compared');
    const isBusy = error instanceof AdapterError && error.reason === 'busy';
    throw new AppError(isBusy ? 'ai.check_busy' : 'ai.not_heard', { cause: error });
  }
}

/** The text that was read: a line of the own talk, or what the report says could have been said in its place. */
async function findText({ ctx, query, actor }: ReadingCall): Promise<{ text: string; chat_id: number }> {
  const key = { id: query.message_id, member_id: actor.member.id };
  const message = await loadMessage(ctx.db, key);
  const chat = await loadChat(ctx.db, { id: message.chat_id, member_id: key.member_id });
  assert(chat.language === 'en', 'ai.check_off');
  if (query.is_better) return { text: betterOf(chat.report, message).text, chat_id: chat.id };
  assert(message.status !== aiMessageStatus.blocked && !isRunning(message.status), 'record.not_found');
  return { text: message.content, chat_id: chat.id };
}

/**
 * Compares a reading with its text. What is heard differently once may be a mistake of the machine: the learner is asked to read again, and only
 * what both readings have is named. Nothing of the recording is kept.
 */
export async function checkPronunciation(call: ReadingCall): Promise<CheckedReading> {
  const { ctx, query, actor } = call;
  const engine = await checkReadingConsent(call);
  const { text, chat_id } = await findText(call);
  const nothing = { unheard: null, again: false, difference: null, engine };
  const words = wordsIn(text);
  const samples = parseWav(await receiveRecording(await call.upload(maxRecordingBytes)));
  const fault = faultOf(text, words) ?? judgeSound(samples);
  if (fault) return { ...nothing, unheard: fault };
  const sounds = await compare(call, samples, words);
  if (typeof sounds === 'string') return { ...nothing, unheard: sounds };
  const place = { member_id: actor.member.id, message_id: query.message_id, is_better: query.is_better ?? false };
  const now = ctx.clock();
  const last = await findLast(ctx.db, place, now);
  await addReading(ctx.db, { ...place, chat_id }, { sounds, now });
  const difference = sounds.find((one) => last?.some((other) => isSame(one, other)));
  const word = difference && words[difference.word];
  if (difference && word)
    return {
      ...nothing,
      difference: {
        word: word.text,
        from: word.from,
        to: word.from + word.text.length,
        sound: difference.sound,
        instead: difference.instead,
      },
    };
  // Who has read again already is not asked a third time.
  return { ...nothing, again: sounds.length > 0 && (last === null || last.length === 0) };
}
