import type { Correction } from '../../contracts/ai/ai-messages.ts';
import type { ErrorCode } from '../../errors.ts';
import type { AiMessageStatus, ChatStatus } from './chat-status.ts';

/**
 * Why a reply ended: whole, cut at its length, stopped by the learner, or broken off; or there is none: the learner's words
 * were refused, they need a person (`care`), or the reply itself was not fit to be shown.
 */
export type FinishReason = 'stop' | 'length' | 'stopped' | 'interrupted' | 'refused' | 'care' | 'blocked';

/** What the stream of a reply reports, by name. Clients pass over names they do not know. */
export type TalkEvents = {
  /** Always the first. `hold_sec` is the most that this reply can cost. */
  start: { message_id: number; member_message_id: number; seq: number; hold_sec: number };
  /** What follows was written in advance, because nobody else can write now. */
  stand_in: object;
  /** The next piece of the text: it stands `from` this character on, and what a client has from there is replaced. */
  message: { from: number; delta: string };
  /** A sentence is complete and can be read aloud: the characters `from` up to `to` of the text, counted from 0. */
  sentence: { n: number; from: number; to: number };
  /** Indexes of all goals that are done by now. */
  goal: { done: number[] };
  /** What is wrong in the words that the reply belongs to; it costs nothing. */
  correction: { message_id: number; items: Correction[] };
  /** Seconds of the turn, how many of them were not free, and what can be spent from now on. */
  usage: { talk_sec: number; charged_sec: number; seconds_left: number };
  /** Always the last, unless the stream ends with `error`. */
  done: { status: AiMessageStatus; finish_reason: FinishReason; chat_status: ChatStatus };
  /** Also the last. `retry`: another reply to the same words can be asked for. */
  error: { code: ErrorCode; message: string; retry: boolean };
};

export type TalkEventName = keyof TalkEvents;
export type TalkEvent = { [N in TalkEventName]: { type: N } & TalkEvents[N] }[TalkEventName];

/** An event with its number in the stream of its reply, from 1. */
export type NumberedEvent = { message_id: number; n: number; event: TalkEvent };

/** Whether nothing follows. */
export const isLastEvent = ({ type }: TalkEvent): boolean => type === 'done' || type === 'error';

/** The event as text of an event stream. */
export function formatEvent({ message_id: id, n, event: { type, ...data } }: NumberedEvent): string {
  return `id: ${id}-${n}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Reads `Last-Event-ID`: how many events of this reply the client has; 0 when it is that of another or none. */
export function parseEventId(value: unknown, messageId: number): number {
  const match = typeof value === 'string' ? /^(\d{1,15})-(\d{1,9})$/.exec(value) : null;
  return match && Number(match[1]) === messageId ? Number(match[2]) : 0;
}
