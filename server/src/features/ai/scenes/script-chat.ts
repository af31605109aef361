import { setTimeout as wait } from 'node:timers/promises';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import type { ChatMessage, ChatOptions, ChatPiece, ChatProvider } from '../../../adapters/chat/port.ts';
import { levelOf } from './script-level.ts';
import { playScene } from './engine/play-scene.ts';
import { parseScript } from './engine/parse-script.ts';

/** Between two words: about as fast as a chat service writes. */
const usualPauseMs = 30;

const answersIn = (messages: readonly ChatMessage[]): string[] =>
  messages.filter(({ role }) => role === 'user').map(({ content }) => content);

/** The teacher's lines of a scripted scene, word by word as a service would send them. Needs no account and no network. */
export function createScriptChat({ pause_ms = usualPauseMs }: { pause_ms?: number } = {}): ChatProvider {
  async function* stream(
    messages: readonly ChatMessage[],
    { scene, cefr, seed }: ChatOptions,
    signal: AbortSignal,
  ): AsyncGenerator<ChatPiece> {
    const script = parseScript(await scene());
    if (!script) throw new Error('the scene has no script');
    const talk = playScene(script, { level: levelOf(cefr), seed, answers: answersIn(messages) });
    const line = talk.turns.at(-1)?.line ?? talk.opening;
    for (const text of line.en.match(/\S+\s*/g) ?? []) {
      if (pause_ms > 0) await wait(pause_ms, undefined, { signal });
      if (signal.aborted) return;
      yield { text };
    }
    yield { finish_reason: 'stop', translation: line.zh };
  }
  return { name: scriptProvider, timeouts: { first_ms: 15_000, next_ms: 20_000 }, stream };
}
