import { describe, expect, it } from 'vitest';
import vectors from '../../../../test/fakes/vectors/ai-chat-stream.json' with { type: 'json' };
import { AdapterError } from '../../../core/adapter-error.ts';
import { normalizeBase } from '../../compatible/normalize-base.ts';
import { createStreamReader, type StreamEvent } from './stream-reader.ts';

function readIn(raw: string, size: number): StreamEvent[] {
  const bytes = Buffer.from(raw, 'utf8');
  const reader = createStreamReader();
  const events: StreamEvent[] = [];
  for (let at = 0; at < bytes.length; at += size) events.push(...reader.read(bytes.subarray(at, at + size)));
  return [...events, ...reader.end()];
}

const textOf = (events: readonly StreamEvent[], type: 'text' | 'reasoning'): string =>
  events.map((event) => (event.type === type ? event.text : '')).join('');

describe.each([1, 5, 4096])('a stream in pieces of %i bytes', (size) => {
  it.each(vectors.cases.filter(({ status }) => status === 200))('$name', ({ raw, expected }) => {
    const events = readIn(raw, size);
    expect(textOf(events, 'text')).toBe(expected.content);
    expect(textOf(events, 'reasoning')).toBe(expected.reasoning);
    expect(events.find(({ type }) => type === 'finish') ?? null).toEqual(
      expected.finish_reason === null ? null : expect.objectContaining({ reason: expected.finish_reason }),
    );
    expect(events.find(({ type }) => type === 'usage') ?? null).toEqual(
      expected.usage && {
        type: 'usage',
        tokens_in: expected.usage.prompt_tokens,
        tokens_out: expected.usage.completion_tokens,
      },
    );
    expect(events.find(({ type }) => type === 'error') ?? null).toEqual(
      expected.error && expect.objectContaining({ message: expected.error.message }),
    );
  });
});

it('reads a last line without an end, and says which line is no JSON', () => {
  expect(readIn('data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: [DONE]', 3)).toEqual([
    { type: 'text', text: 'a' },
    { type: 'done' },
  ]);
  expect(readIn('data: {"choices"\n\ndata: []\n\n', 4)).toEqual([{ type: 'malformed' }, { type: 'malformed' }]);
});

it.each([
  ['https://api.deepseek.com/v1/', 'https://api.deepseek.com/v1'],
  ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1'],
  ['http://localhost:11434/v1', 'http://localhost:11434/v1'],
  ['http://192.168.3.4:8000/v1', 'http://192.168.3.4:8000/v1'],
  ['http://model.school.lan/v1', 'http://model.school.lan/v1'],
  ['https://10.0.0.8/v1', 'https://10.0.0.8/v1'],
  ['http://api.deepseek.com/v1', 'https_only'],
  ['http://8.8.8.8/v1', 'https_only'],
  ['ftp://127.0.0.1/v1', 'https_only'],
  ['https://user:secret@api.deepseek.com/v1', 'https_only'],
  ['http://169.254.169.254/latest', 'link_local'],
  ['https://169.254.169.254/latest', 'link_local'],
  ['http://100.100.100.200/v1', 'link_local'],
  ['http://[fe80::1]/v1', 'link_local'],
  ['http://[::ffff:169.254.169.254]/v1', 'link_local'],
  ['not an address', 'https_only'],
])('%s is called as %s', (base, expected) => {
  const read = (): string => {
    try {
      return normalizeBase(base);
    } catch (error) {
      return error instanceof AdapterError ? (error.reason ?? '') : 'another error';
    }
  };
  expect(read()).toBe(expected);
});
