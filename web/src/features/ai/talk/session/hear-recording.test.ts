import { beforeEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { ApiError } from '../../../../api/api-error.ts';
import { hear, type SendRecording } from './hear-recording.ts';
import { chatOf } from './talk-fixtures.ts';
import { emptyTalk, type TalkState } from './talk-state.ts';

let calls: unknown[];
const sound = new Blob(['words']);
const session = () => ({
  store: createStore<TalkState>(() => ({ ...emptyTalk, phase: 'ready', chat: chatOf() })),
  send: (text: string, key?: string) => calls.push([text, key]) > 0,
});
const heard =
  (event: 'stt' | 'unheard', text: string): SendRecording =>
  async () => ({ event, text, ms: 1000 });

beforeEach(() => {
  calls = [];
});

it('what was heard is sent at once, under the id of the recording', async () => {
  const one = session();
  await hear(one, sound, { send: heard('stt', 'A latte'), key: 'k' });
  expect([calls, one.store.getState().turn]).toEqual([[['A latte', 'k']], 'idle']);
});

it('what was not understood can be played back', async () => {
  const one = session();
  await hear(one, sound, { send: heard('unheard', '') });
  expect([calls, one.store.getState().problem]).toMatchObject([[], { code: 'unheard', way: 'say_again', sound }]);
});

it('what could not be sent is sent again under the same id, and only while nothing else runs', async () => {
  const one = session();
  const keys: string[] = [];
  const send: SendRecording = async (_chat, key) => {
    keys.push(key);
    if (keys.length === 1) throw new ApiError(503, { code: 'ai.not_heard', message: '' });
    return { event: 'stt', text: 'A latte', ms: 1000 };
  };
  await hear(one, sound, { send });
  const { problem } = one.store.getState();
  expect(problem?.way).toBe('rehear');
  one.store.setState({ turn: 'replying' });
  problem?.again?.();
  one.store.setState({ turn: 'idle' });
  problem?.again?.();
  await expect.poll(() => calls.length).toBe(1);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

it('a talk that was left hears nothing more', async () => {
  const one = session();
  await hear(one, sound, {
    send: async () => {
      one.store.setState(emptyTalk, true);
      return { event: 'stt', text: 'A latte', ms: 1000 };
    },
  });
  expect([calls, one.store.getState()]).toEqual([[], emptyTalk]);
});
