import { objectOf, parseObject, textOf } from '../../call-service.ts';

/** What an answer of a chat service says, in order. */
export type StreamEvent =
  | { type: 'text'; text: string }
  /** Thinking that is not part of the reply. */
  | { type: 'reasoning'; text: string }
  | { type: 'finish'; reason: string; id: string }
  | { type: 'usage'; tokens_in: number; tokens_out: number }
  /** The service broke off with an error. */
  | { type: 'error'; code: string; message: string }
  /** A line that is no JSON object. */
  | { type: 'malformed' }
  | { type: 'done' };

function firstChoice(chunk: Record<string, unknown>): Record<string, unknown> {
  const { choices } = chunk;
  const list: readonly unknown[] = Array.isArray(choices) ? choices : [];
  return objectOf({ first: list[0] }, 'first');
}

function countsIn(chunk: Record<string, unknown>): StreamEvent[] {
  const { prompt_tokens: tokensIn, completion_tokens: tokensOut } = objectOf(chunk, 'usage');
  return Number.isInteger(tokensIn) && Number.isInteger(tokensOut)
    ? [{ type: 'usage', tokens_in: Number(tokensIn), tokens_out: Number(tokensOut) }]
    : [];
}

function readChunk(data: string): StreamEvent[] {
  if (data === '[DONE]') return [{ type: 'done' }];
  const chunk = parseObject(data);
  if (Object.keys(chunk).length === 0) return [{ type: 'malformed' }];
  if (typeof chunk['error'] === 'object' && chunk['error'] !== null) {
    const error = objectOf(chunk, 'error');
    return [{ type: 'error', code: textOf(error, 'code'), message: textOf(error, 'message') }];
  }
  const choice = firstChoice(chunk);
  const delta = objectOf(choice, 'delta');
  const [reasoning, text, reason] = [
    textOf(delta, 'reasoning_content'),
    textOf(delta, 'content'),
    textOf(choice, 'finish_reason'),
  ];
  return [
    ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...(reason === '' ? [] : [{ type: 'finish' as const, reason, id: textOf(chunk, 'id') }]),
    ...countsIn(chunk),
  ];
}

const dataIn = (line: string): string | null =>
  line.startsWith('data:') ? line.slice('data:'.length).replace(/^ /, '').trimEnd() : null;

/** Reads an event stream of chat chunks, wherever its bytes are cut. Comments and other fields are passed over. */
export function createStreamReader() {
  const decoder = new TextDecoder();
  let rest = '';
  const take = (text: string): StreamEvent[] => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    return lines.flatMap((line) => {
      const data = dataIn(line);
      return data === null || data === '' ? [] : readChunk(data);
    });
  };
  return {
    read: (bytes: Uint8Array): StreamEvent[] => take(decoder.decode(bytes, { stream: true })),
    /** A last line without an end. */
    end: (): StreamEvent[] => take(`${decoder.decode()}\n`),
  };
}
