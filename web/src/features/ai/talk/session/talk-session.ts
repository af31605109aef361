import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ShownChat, TalkChat } from '@kaike/shared/contracts/ai/ai-talk';
import type { TalkMessage } from '@kaike/shared/contracts/ai/ai-messages';
import { chatStatus, isRunning, type AiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import { removeUnseen } from '@kaike/shared/domain/ai/unseen-signs';
import { describeProblem } from './talk-problem.ts';
import {
  applyEvent,
  emptyTalk,
  lastReply,
  mergeMessages,
  retryableReply,
  shownState,
  unsentMessage,
  type TalkState,
} from './talk-state.ts';
import { followTurn, type TurnSource } from './turn-stream.ts';

export type SendTurn = { chat_id: number; text: string; heard_chars: number | null };

/** External dependencies of a talk. */
export type TalkDeps = {
  load: (chatId: number, afterSeq: number) => Promise<ShownChat>;
  take_over: (chatId: number, force: boolean) => Promise<ShownChat>;
  send: (turn: SendTurn, clientMsgId: string, signal: AbortSignal) => Promise<Response>;
  retry: (messageId: number, clientMsgId: string, signal: AbortSignal) => Promise<Response>;
  follow: TurnSource['follow'];
  stop: (messageId: number) => Promise<TalkMessage>;
  finish: (chatId: number) => Promise<TalkChat>;
  wait: (ms: number) => Promise<void>;
  now: () => string;
};

export type TalkSession = {
  store: StoreApi<TalkState>;
  open: (chatId: number) => Promise<void>;
  /** False when it was not sent: a turn is running, or there are no words. The words of a recording have its id. */
  send: (text: string, recordingKey?: string) => boolean;
  /** Another reply to the same words. */
  retry: () => boolean;
  /** The learner stopped the teacher after this many characters. */
  stop: (heardChars: number) => Promise<void>;
  takeOver: () => Promise<void>;
  /** Loads what was missed, and follows a reply that is still written. */
  reconnect: () => Promise<void>;
  finish: () => Promise<boolean>;
  /** Speech without words that were understood; an uncertain text is for the learner to check. */
  hear: (speech: { text: string; confidence: number | null }) => void;
  dismiss: () => void;
  close: () => void;
};

type SessionState = {
  deps: TalkDeps;
  store: StoreApi<TalkState>;
  /** The turn that may have to be sent again, and its id. */
  unsure: { input: string; key: string } | null;
  chat_id: number;
  /** Ends with the page or another chat. */
  visit: AbortController;
  heard_chars: number | null;
};

/** Below it, what was heard is only a draft. */
const minConfidence = 0.35;

const isActive = ({ chat }: TalkState): boolean => chat?.status === chatStatus.active;

function report(work: SessionState, error: unknown): void {
  if (work.visit.signal.aborted) return;
  const problem = describeProblem(error);
  // The school or another device ended it: the page shows how.
  if (problem.code === 'ai.chat_over') void refresh(work).catch(() => undefined);
  work.store.setState({ problem, ...(problem.way === 'take_over' ? { phase: 'elsewhere' } : {}) });
}

/** Loads the messages from the last complete one on: what the server stores counts. */
async function refresh({ deps, store, chat_id, visit }: SessionState): Promise<void> {
  const loaded = await deps.load(chat_id, 0);
  if (!visit.signal.aborted) store.setState({ ...shownState(loaded), messages: mergeMessages([], loaded.messages) });
}

type Running = {
  begin: TurnSource['begin'];
  client_msg_id: string | null;
  message_id: number | null;
  text: string | null;
};

/** Nothing of an unsent message stays on the page, and its text returns to the field. */
function takeBack({ store }: SessionState, text: string | null): void {
  const { messages } = store.getState();
  if (!messages.some(({ id }) => id === 0)) return;
  store.setState({ messages: messages.filter(({ id }) => id > 0), draft: text ?? '' });
}

async function run(work: SessionState, { begin, client_msg_id: key, message_id: id, text }: Running): Promise<void> {
  const { deps, store, visit } = work;
  const { signal } = visit;
  let isStarted = id !== null;
  try {
    await followTurn(
      { begin, follow: deps.follow, wait: deps.wait },
      {
        start: id === null ? null : { message_id: id },
        signal,
        listener: {
          on_event: (event) => {
            if (signal.aborted) return;
            isStarted = true;
            store.setState((state) => applyEvent(state, event, key));
          },
          on_lost: () => signal.aborted || store.setState({ turn: 'reconnecting' }),
        },
      },
    );
    work.unsure = null;
    if (!signal.aborted && !isActive(store.getState())) await refresh(work);
  } catch (error) {
    if (signal.aborted) return;
    report(work, error);
    if (!isStarted) takeBack(work, text);
  } finally {
    if (!signal.aborted) store.setState({ turn: 'idle', hold_sec: 0 });
  }
}

/** Follows a reply that was being written when the page was opened or lost the connection. */
function followRunning(work: SessionState): void {
  const reply = lastReply(work.store.getState());
  if (!reply || !isRunning(reply.status as AiMessageStatus)) return;
  work.store.setState({ turn: 'replying' });
  void run(work, { begin: null, client_msg_id: null, message_id: reply.id, text: null });
}

async function open(work: SessionState, force: boolean): Promise<void> {
  const { deps, store, visit, chat_id } = work;
  try {
    if (!force) {
      store.setState(shownState(await deps.load(chat_id, 0)));
      const { chat } = store.getState();
      if (visit.signal.aborted) return;
      if (chat?.held_by) return store.setState({ phase: 'elsewhere' });
      if (!isActive(store.getState())) return store.setState({ phase: 'ready' });
    }
    const chat = await deps.take_over(chat_id, force);
    if (visit.signal.aborted) return;
    store.setState({ ...shownState(chat), phase: 'ready', problem: null });
    followRunning(work);
  } catch (error) {
    report(work, error);
    if (!visit.signal.aborted && store.getState().phase !== 'elsewhere') store.setState({ phase: 'failed' });
  }
}

/** The id of a turn: the same words again after a lost answer are the same turn. Not of `request-key.ts`, whose file holds the forms. */
function keyOf(work: SessionState, turn: object, recordingKey?: string): string {
  const input = JSON.stringify(turn);
  if (recordingKey !== undefined) work.unsure = { input, key: recordingKey };
  if (work.unsure?.input !== input) work.unsure = { input, key: crypto.randomUUID() };
  return work.unsure.key;
}

const canTalk = (state: TalkState): boolean => state.phase === 'ready' && state.turn === 'idle' && isActive(state);

function send(work: SessionState, text: string, recordingKey?: string): boolean {
  const { deps, store, chat_id, heard_chars } = work;
  const words = removeUnseen(text).trim();
  if (words === '' || !canTalk(store.getState())) return false;
  const turn = { chat_id, text: words, heard_chars };
  const key = keyOf(work, turn, recordingKey);
  const { messages } = store.getState();
  store.setState({
    turn: 'sending',
    problem: null,
    draft: '',
    spent: null,
    messages: [...messages, unsentMessage(key, words, deps.now())],
  });
  void run(work, {
    begin: (signal) => deps.send(turn, key, signal),
    client_msg_id: key,
    message_id: null,
    text: words,
  }).then(() => {
    if (store.getState().problem === null && work.heard_chars === heard_chars) work.heard_chars = null;
  });
  return true;
}

function retry(work: SessionState): boolean {
  const { deps, store } = work;
  const reply = retryableReply(store.getState());
  if (!reply || !canTalk(store.getState())) return false;
  const key = keyOf(work, { retry: reply.id });
  work.heard_chars = null;
  store.setState({ turn: 'sending', problem: null, spent: null });
  void run(work, {
    begin: (signal) => deps.retry(reply.id, key, signal),
    client_msg_id: key,
    message_id: null,
    text: null,
  });
  return true;
}

/** The stream ends by itself with what was shown; a reply that has not begun cannot be stopped. */
async function stop(work: SessionState, heardChars: number): Promise<void> {
  const { deps, store } = work;
  const reply = lastReply(store.getState());
  if (!reply) return;
  work.heard_chars = Math.min(heardChars, reply.content.length);
  if (store.getState().turn !== 'replying') return;
  store.setState({ turn: 'stopping' });
  try {
    await deps.stop(reply.id);
  } catch (error) {
    report(work, error);
  }
}

async function reconnect(work: SessionState): Promise<void> {
  if (work.store.getState().turn !== 'idle') return;
  try {
    await refresh(work);
    work.store.setState({ problem: null });
    followRunning(work);
  } catch (error) {
    report(work, error);
  }
}

async function finish(work: SessionState): Promise<boolean> {
  try {
    const chat = await work.deps.finish(work.chat_id);
    work.store.setState({ chat, problem: null });
    return true;
  } catch (error) {
    report(work, error);
    return false;
  }
}

/** One learner in one talk: turns, recovery and who holds it, without any rendering. */
export function createTalkSession(deps: TalkDeps): TalkSession {
  const store = createStore<TalkState>(() => emptyTalk);
  const work: SessionState = {
    deps,
    store,
    unsure: null,
    chat_id: 0,
    visit: new AbortController(),
    heard_chars: null,
  };
  return {
    store,
    async open(chatId) {
      work.visit.abort();
      Object.assign(work, { chat_id: chatId, visit: new AbortController(), heard_chars: null });
      work.unsure = null;
      store.setState(emptyTalk, true);
      await open(work, false);
    },
    send: (text, recordingKey) => send(work, text, recordingKey),
    retry: () => retry(work),
    stop: (heardChars) => stop(work, heardChars),
    takeOver: () => open(work, true),
    reconnect: () => reconnect(work),
    finish: () => finish(work),
    hear({ text, confidence }) {
      const isUncertain = confidence !== null && confidence < minConfidence;
      if (text.trim() !== '' && !isUncertain && send(work, text)) return;
      store.setState({
        draft: text.trim(),
        problem: { code: text.trim() === '' ? 'unheard' : 'uncertain', message: '', way: 'none' },
      });
    },
    dismiss: () => store.setState({ problem: null }),
    close: () => work.visit.abort(),
  };
}
