import * as aiHearing from '@kaike/shared/contracts/ai/ai-hearing';
import type { RecordedWords } from '@kaike/shared/contracts/ai/ai-hearing';
import { call } from '../../../../api/client.ts';
import { pageLease } from './page-lease.ts';
import type { TalkSession } from './talk-session.ts';
import { describeProblem } from './talk-problem.ts';
import type { TalkState } from './talk-state.ts';

const timeoutMs = 90_000;

/** Sends a recording of a turn; the same id again is the same recording. */
export type SendRecording = (chatId: number, key: string, sound: Blob) => Promise<RecordedWords>;

export const sendRecording: SendRecording = (chatId, key, sound) => {
  const body = new FormData();
  body.append('audio', sound, 'speech');
  const query = { chat_id: chatId, client_msg_id: key, lease: pageLease() };
  return call(aiHearing.transcribeRecording, { query, body, quiet: true, timeout_ms: timeoutMs });
};

const canHear = ({ phase, turn }: TalkState): boolean => phase === 'ready' && turn === 'idle';

/**
 * Turns a recording into words and these into a turn: what was heard is the learner's line at once. What is not understood can be played
 * back; what could not be sent can be sent again, under the same id.
 */
export async function hear(
  session: Pick<TalkSession, 'store' | 'send'>,
  sound: Blob,
  { send = sendRecording, key = crypto.randomUUID() }: { send?: SendRecording; key?: string } = {},
): Promise<void> {
  const { store } = session;
  const { chat } = store.getState();
  if (!chat || !canHear(store.getState())) return;
  store.setState({ turn: 'hearing', problem: null, spent: null });
  /** False when the page left this talk meanwhile. */
  const isHere = (): boolean => store.getState().turn === 'hearing' && store.getState().chat?.id === chat.id;
  try {
    const { event, text } = await send(chat.id, key, sound);
    if (!isHere()) return;
    store.setState({ turn: 'idle' });
    if (event === 'stt') session.send(text, key);
    else store.setState({ problem: { code: 'unheard', message: '', way: 'say_again', sound } });
  } catch (error) {
    if (!isHere()) return;
    const problem = describeProblem(error);
    store.setState({
      turn: 'idle',
      problem:
        problem.way === 'reconnect' || problem.way === 'resend'
          ? { ...problem, way: 'rehear', again: () => void hear(session, sound, { send, key }) }
          : problem,
      ...(problem.way === 'take_over' ? { phase: 'elsewhere' } : {}),
    });
  }
}
