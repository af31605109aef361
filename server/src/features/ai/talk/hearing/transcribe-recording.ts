import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { maxTurnLength } from '@kaike/shared/contracts/ai/ai-messages';
import type { RecordedWords } from '@kaike/shared/contracts/ai/ai-hearing';
import * as aiHearing from '@kaike/shared/contracts/ai/ai-hearing';
import { removeUnseen } from '@kaike/shared/domain/ai/unseen-signs';
import { primaryLanguage } from '@kaike/shared/domain/primary-language';
import type { RecordedSound, TranscribedSpeech } from '../../../../adapters/transcription/port.ts';
import { AdapterError } from '../../../../core/adapter-error.ts';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { inTransaction } from '../../../../db/in-transaction.ts';
import { planTurn, loadSpendable } from '../../seconds/public.ts';
import { checkTurn, loadChat, type Chat } from '../chats/chat.store.ts';
import { checkMinor } from '../chats/minors.ts';
import { findSent } from '../turns/message.store.ts';
import { checkConsent } from './consents.ts';
import { receiveRecording } from './receive-recording.ts';
import { beginTake, deleteTake, endTake, findTake, takeState } from './takes.store.ts';

type RecordingCall = MemberCallOf<typeof aiHearing.transcribeRecording>;

const pollMs = 200;
/** Longer than a vendor is waited for: whoever else asked has an answer or is gone by then. */
const maxPolls = 750;

const answerOf = (text: string, ms: number): RecordedWords => ({ event: text === '' ? 'unheard' : 'stt', text, ms });

/** The words as they can be sent: one line, nothing unseen, nothing that is but a guess. */
function wordsOf({ text, confidence }: TranscribedSpeech): string {
  if (confidence !== null && confidence < aiHearing.minConfidence) return '';
  const words = removeUnseen(text).replace(/\s+/g, ' ').trim().slice(0, maxTurnLength).trim();
  // Marks alone are what vendors make of noise.
  return /[\p{L}\p{N}]/u.test(words) ? words : '';
}

/** What is known of this recording: words, nothing, or that somebody asks the vendor. Null when nobody asked yet, or who asked is gone. */
async function findAnswer({ ctx, query }: RecordingCall, sha256: string): Promise<RecordedWords | 'hearing' | null> {
  // Sent already: the take left with the turn.
  const earlier = await findSent(ctx.db, query.chat_id, query.client_msg_id);
  if (earlier) {
    assert(earlier.role === 'member' && earlier.recorded_ms !== null, 'ai.key_reused');
    return answerOf(earlier.content, earlier.recorded_ms);
  }
  const take = await findTake(ctx.db, query);
  if (!take || take.is_dead) return null;
  assert(take.sha256 === sha256, 'ai.key_reused');
  return take.state === takeState.hearing ? 'hearing' : answerOf(take.words, take.ms);
}

/** Notes that the vendor is asked, unless the turn that follows would be refused anyway; false when another request does. */
async function begin(call: RecordingCall, { ms, sha256 }: { ms: number; sha256: string }): Promise<boolean> {
  const { ctx, query, actor } = call;
  const memberId = actor.member.id;
  const now = ctx.clock();
  const daily = await ctx.settings.get('ai_daily_free_sec');
  return inTransaction(ctx.db, async (trx) => {
    const spendable = await loadSpendable(trx, memberId, { daily_free_sec: daily, now, lock: true });
    // Nothing is kept for a talk that was deleted meanwhile.
    const chat = await loadChat(trx, { id: query.chat_id, member_id: memberId }, { lock: true });
    checkTurn(chat, query.lease);
    await checkMinor(ctx, trx, memberId);
    planTurn({ typed_words: 0, recorded_ms: ms, speech_rate: chat.speech_rate, spendable });
    return beginTake(trx, { ...query, member_id: memberId, sha256, ms, now });
  });
}

async function ask(call: RecordingCall, chat: Chat, sound: RecordedSound): Promise<RecordedWords> {
  const { ctx, query } = call;
  const cause = { member_id: chat.member_id, chat_id: chat.id };
  try {
    const words = wordsOf(await ctx.adapters.transcription.hear(sound, primaryLanguage(chat.language), cause));
    await endTake(ctx.db, query, words);
    return answerOf(words, sound.ms);
  } catch (error) {
    await deleteTake(ctx.db, query);
    if (!(error instanceof AdapterError)) throw error;
    ctx.log.warn({ err: error, ...cause }, 'a recording was not heard');
    throw new AppError('ai.not_heard', { cause: error });
  }
}

/**
 * Turns a recording into words, once for each id of a turn: who sends it again waits for the first request and gets its answer.
 * The recording is in the memory of this request only.
 */
export async function transcribeRecording(call: RecordingCall): Promise<RecordedWords> {
  const { ctx, query, actor } = call;
  const chat = await loadChat(ctx.db, { id: query.chat_id, member_id: actor.member.id });
  await checkConsent(call);
  const bytes = await receiveRecording(await call.upload(aiHearing.maxRecordingBytes));
  // Loaded with the first recording: the formats of sound cost every worker megabytes.
  const { measureSound } = await import('./measure-sound.ts');
  const sound = await measureSound(bytes);
  if (sound.ms < aiHearing.minRecordingMs) return answerOf('', sound.ms);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  for (let polls = 0; polls < maxPolls; polls += 1) {
    const stored = await findAnswer(call, sha256);
    if (stored && stored !== 'hearing') return stored;
    if (!stored && (await begin(call, { ms: sound.ms, sha256 }))) return ask(call, chat, sound);
    await wait(pollMs);
  }
  throw new AppError('ai.not_heard');
}
