import type { TalkMessage } from '@kaike/shared/contracts/ai/ai-messages';
import type { ShownChat, TalkChat } from '@kaike/shared/contracts/ai/ai-talk';
import { aiMessageStatus, isRetryable, type AiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import type { NumberedEvent, TalkEvent } from '@kaike/shared/domain/ai/talk-events';

/** What the learner can do about a problem. */
export type WayOut =
  | 'resend'
  | 'retry'
  | 'reconnect'
  | 'take_over'
  | 'more_time'
  | 'home'
  | 'say_again'
  | 'rehear'
  | 'none';
/** `message` is the server's, worded; an empty one is worded by `code` below `talk.problems`. */
export type TalkProblem = {
  code: string;
  message: string;
  way: WayOut;
  /** What was not understood, to be played back. */
  sound?: Blob;
  /** Sends the same recording again. */
  again?: () => void;
};

export type TalkState = {
  /** `elsewhere`: another page or device holds the talk. */
  phase: 'loading' | 'ready' | 'elsewhere' | 'failed';
  chat: TalkChat | null;
  messages: readonly TalkMessage[];
  seconds_left: number;
  /** The most that the running reply can cost. */
  hold_sec: number;
  /** Seconds of the last turn, and how many of them were not free. */
  spent: { talk_sec: number; charged_sec: number } | null;
  turn: 'idle' | 'hearing' | 'sending' | 'replying' | 'reconnecting' | 'stopping';
  /** The last complete sentence, for screen readers and the voice. */
  sentence: { message_id: number; n: number; from: number; text: string } | null;
  problem: TalkProblem | null;
  /** What could not be sent goes back into the field. */
  draft: string;
};

export const emptyTalk: TalkState = {
  phase: 'loading',
  chat: null,
  messages: [],
  seconds_left: 0,
  hold_sec: 0,
  spent: null,
  turn: 'idle',
  sentence: null,
  problem: null,
  draft: '',
};

const blank: Omit<TalkMessage, 'created_at'> = {
  id: 0,
  seq: 0,
  role: 'member',
  reply_to: null,
  client_msg_id: null,
  content: '',
  status: aiMessageStatus.done,
  finish_reason: null,
  error_code: null,
  is_replaced: false,
  talk_sec: 0,
  content_no: null,
  is_scripted: false,
  saved: false,
  is_reported: false,
  corrections: [],
};

/** The learner's words before the server has them; their id is 0. */
export const unsentMessage = (clientMsgId: string, content: string, at: string): TalkMessage => ({
  ...blank,
  client_msg_id: clientMsgId,
  content,
  created_at: at,
});

export const lastReply = ({ messages }: Pick<TalkState, 'messages'>): TalkMessage | undefined =>
  messages.findLast(({ role, is_replaced }) => role === 'ai' && !is_replaced);

/** The reply that may be replaced by another one: the last, when it failed or was stopped. */
export function retryableReply(state: Pick<TalkState, 'messages'>): TalkMessage | null {
  const reply = lastReply(state);
  return reply && reply.reply_to !== null && isRetryable(reply.status as AiMessageStatus) ? reply : null;
}

/** Messages by id, later ones in place of earlier ones, without what was never sent. */
export function mergeMessages(old: readonly TalkMessage[], fresh: readonly TalkMessage[]): TalkMessage[] {
  const byId = new Map([...old, ...fresh].filter(({ id }) => id > 0).map((message) => [message.id, message]));
  return [...byId.values()].toSorted((a, b) => a.seq - b.seq);
}

export const shownState = ({ chat, messages, seconds_left }: ShownChat): Partial<TalkState> => ({
  chat,
  messages,
  seconds_left,
});

type Start = Extract<TalkEvent, { type: 'start' }>;

function applyStart(state: TalkState, start: Start, clientMsgId: string | null): Partial<TalkState> {
  const { message_id: id, member_message_id: memberId, seq, hold_sec: hold } = start;
  const messages = state.messages
    .filter((message) => message.id !== id)
    .map((message) => {
      const isSent = message.id === 0 && message.client_msg_id === clientMsgId;
      // The reply comes right after the words it belongs to.
      if (isSent) return { ...message, id: memberId, seq: seq - 1 };
      return message.role === 'ai' && message.reply_to === memberId ? { ...message, is_replaced: true } : message;
    });
  const earlier = state.messages.find((message) => message.id === id);
  const reply: TalkMessage = {
    ...blank,
    created_at: messages.at(-1)?.created_at ?? '',
    is_scripted: state.chat?.provider === 'script',
    ...earlier,
    id,
    seq,
    role: 'ai',
    reply_to: memberId,
    content: '',
    status: aiMessageStatus.streaming,
  };
  return { messages: [...messages, reply], hold_sec: hold, turn: 'replying', sentence: null };
}

function changeReply(state: TalkState, id: number, change: (message: TalkMessage) => Partial<TalkMessage>) {
  return { messages: state.messages.map((one) => (one.id === id ? { ...one, ...change(one) } : one)) };
}

function applyGoals(state: TalkState, done: readonly number[]): Partial<TalkState> {
  if (!state.chat) return {};
  const goals = state.chat.goals.map((goal, index) => ({ ...goal, is_done: goal.is_done || done.includes(index) }));
  return { chat: { ...state.chat, goals } };
}

function applyEnd(state: TalkState, id: number, event: Extract<TalkEvent, { type: 'done' }>): Partial<TalkState> {
  const { status, finish_reason: reason, chat_status } = event;
  const memberId = state.messages.find((one) => one.id === id)?.reply_to;
  const messages = state.messages.map((one) => {
    if (one.id === id) return { ...one, status, finish_reason: reason };
    // Words that were refused were sent to nobody.
    return reason === 'refused' && one.id === memberId ? { ...one, status } : one;
  });
  return {
    messages,
    ...(state.chat
      ? {
          chat: {
            ...state.chat,
            status: chat_status,
            turns: state.chat.turns + (status === aiMessageStatus.blocked ? 0 : 1),
          },
        }
      : {}),
    hold_sec: 0,
  };
}

/** What an event of the stream changes. Names that are not known change nothing. */
export function applyEvent(
  state: TalkState,
  { message_id: id, event }: NumberedEvent,
  clientMsgId: string | null,
): Partial<TalkState> {
  switch (event.type) {
    case 'start':
      return applyStart(state, event, clientMsgId);
    case 'stand_in':
      return changeReply(state, id, () => ({ is_scripted: true }));
    case 'message':
      return {
        ...changeReply(state, id, ({ content }) => ({ content: content.slice(0, event.from) + event.delta })),
        ...(state.turn === 'reconnecting' ? { turn: 'replying' } : {}),
      };
    case 'sentence': {
      const content = state.messages.find((message) => message.id === id)?.content ?? '';
      const text = content.slice(event.from, event.to);
      const from = event.from + text.length - text.trimStart().length;
      return { sentence: { message_id: id, n: event.n, from, text: text.trim() } };
    }
    case 'goal':
      return applyGoals(state, event.done);
    case 'correction':
      return changeReply(state, event.message_id, () => ({ corrections: event.items }));
    case 'usage':
      return {
        seconds_left: event.seconds_left,
        spent: { talk_sec: event.talk_sec, charged_sec: event.charged_sec },
      };
    case 'done':
      return applyEnd(state, id, event);
    case 'error':
      return {
        ...changeReply(state, id, () => ({ status: aiMessageStatus.failed, error_code: event.code })),
        problem: { code: event.code, message: event.message, way: event.retry ? 'retry' : 'none' },
        hold_sec: 0,
      };
    default:
      return {};
  }
}
