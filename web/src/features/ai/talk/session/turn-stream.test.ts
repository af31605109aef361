import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TalkEvent } from '@kaike/shared/domain/ai/talk-events';
import { refusal, streamOf, streamText } from './talk-fixtures.ts';
import { followTurn, type TurnSource } from './turn-stream.ts';

const events: TalkEvent[] = [
  { type: 'start', message_id: 5, member_message_id: 4, seq: 3, hold_sec: 20 },
  { type: 'message', from: 0, delta: 'Sure! ' },
  { type: 'message', from: 6, delta: 'For here — 咖啡 — or to go?' },
  { type: 'usage', talk_sec: 5, charged_sec: 0, seconds_left: 595 },
  { type: 'done', status: 3, finish_reason: 'stop', chat_status: 1 },
];
const text = streamText(5, events);

function play(responses: { begin?: (() => Response)[]; follow?: (() => Response)[] }, start: number | null = null) {
  const log: string[] = [];
  const next = (list: (() => Response)[] | undefined): Promise<Response> => {
    const one = list?.shift();
    return one ? Promise.resolve().then(one) : Promise.reject(new TypeError('network'));
  };
  const source: TurnSource = {
    begin: () => {
      log.push('begin');
      return next(responses.begin);
    },
    follow: (id, n) => {
      log.push(`follow ${id}-${n}`);
      return next(responses.follow);
    },
    wait: async (ms) => void log.push(`wait ${ms}`),
  };
  const seen: number[] = [];
  const abort = new AbortController();
  const end = followTurn(start === null ? source : { ...source, begin: null }, {
    start: start === null ? null : { message_id: start },
    signal: abort.signal,
    listener: { on_event: ({ n }) => seen.push(n), on_lost: () => log.push('lost') },
  });
  return { end, seen, log, abort };
}

afterEach(() => vi.useRealTimers());

describe('the events of a turn', () => {
  it.each([1, 3, 4096])('arrive whole in pieces of %i bytes, in the middle of a sign', async (size) => {
    const bytes = new TextEncoder().encode(text);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let from = 0; from < bytes.length; from += size) controller.enqueue(bytes.slice(from, from + size));
        controller.close();
      },
    });
    const { end, seen } = play({ begin: [() => new Response(body)] });
    await end;
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it('pass over comments and names that are not known', async () => {
    const strange = ': ping\n\nid: 5-9\nevent: pron\ndata: {}\n\n';
    const { end, seen } = play({ begin: [() => streamOf([strange, text])] });
    await end;
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it('go on behind the last one after a cut, none twice', async () => {
    const half = streamText(5, events.slice(0, 2));
    const { end, seen, log } = play({
      begin: [() => streamOf([half, 'id: 5-3\nevent: mess'], true)],
      // The second server begins one event too early.
      follow: [() => streamOf([streamText(5, events.slice(1), 2)])],
    });
    await end;
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect(log).toEqual(['begin', 'lost', 'wait 1000', 'follow 5-2']);
  });

  it('send the same turn again when no answer came', async () => {
    const { end, seen, log } = play({ begin: [() => refusal(502, 'gateway'), () => streamOf([text])] });
    await end;
    expect(seen).toHaveLength(5);
    expect(log).toEqual(['begin', 'lost', 'wait 1000', 'begin']);
  });

  it('send the same turn again when the request is lost without a word', async () => {
    vi.useFakeTimers();
    const signals: AbortSignal[] = [];
    const source: TurnSource = {
      begin: (signal) => {
        signals.push(signal);
        if (signals.length > 1) return Promise.resolve(streamOf([text]));
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new TypeError('aborted'))));
      },
      follow: () => Promise.reject(new TypeError('network')),
      wait: () => Promise.resolve(),
    };
    const seen: number[] = [];
    const listener = { on_event: ({ n }: { n: number }) => seen.push(n), on_lost: () => undefined };
    const end = followTurn(source, { start: null, signal: new AbortController().signal, listener });
    await vi.advanceTimersByTimeAsync(15_000);
    await end;
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('give up after 1, 2, 4 and 8 seconds', async () => {
    const { end, log } = play({});
    await expect(end).rejects.toMatchObject({ code: 'network' });
    expect(log.filter((entry) => entry.startsWith('wait'))).toEqual([1, 2, 4, 8].map((s) => `wait ${s * 1000}`));
  });

  it('end with a refusal at once', async () => {
    const { end, log } = play({ begin: [() => refusal(409, 'ai.taken_over')] });
    await expect(end).rejects.toMatchObject({ status: 409, code: 'ai.taken_over' });
    expect(log).toEqual(['begin']);
  });

  it('of a reply that is being written come from the first', async () => {
    const { end, seen, log } = play({ follow: [() => streamOf([text])] }, 5);
    await end;
    expect(log).toEqual(['follow 5-0']);
    expect(seen).toHaveLength(5);
  });

  it('stop with the page, without another try', async () => {
    const { end, abort, log } = play({ begin: [() => streamOf([streamText(5, events.slice(0, 2))])] });
    abort.abort();
    await end.catch(() => undefined);
    expect(log.filter((entry) => entry === 'lost')).toEqual([]);
  });
});
