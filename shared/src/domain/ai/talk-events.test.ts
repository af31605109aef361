import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTalkReader } from './talk-reader.ts';
import { formatEvent, parseEventId, type NumberedEvent } from './talk-events.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const event = fc.oneof(
  text.map((delta) => ({ type: 'message' as const, from: 0, delta })),
  fc.nat().map((n) => ({ type: 'sentence' as const, n, from: 0, to: n })),
  fc.array(fc.nat()).map((done) => ({ type: 'goal' as const, done })),
);

it('events survive being written, cut anywhere, mixed with comments and sent twice', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 12 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      (events, sizes) => {
        const numbered: NumberedEvent[] = events.map((one, index) => ({ message_id: 7, n: index + 1, event: one }));
        const lines = [...numbered, ...numbered]
          .map((one) => `:\n\nevent: later\nid: 7-1\ndata: {}\n\n${formatEvent(one)}`)
          .join('');
        const read = createTalkReader();
        const result: NumberedEvent[] = [];
        for (let at = 0; at < lines.length;) {
          const size = sizes.next().value;
          result.push(...read(lines.slice(at, at + size)));
          at += size;
        }
        expect(result).toEqual(numbered);
      },
    ),
  );
});

it('a client goes on after the event it has', () => {
  const stream = [1, 2, 3].map((n) => formatEvent({ message_id: 7, n, event: { type: 'goal', done: [n] } })).join('');
  expect(createTalkReader(2)(stream).map(({ n }) => n)).toEqual([3]);
  expect([parseEventId('7-2', 7), parseEventId('8-2', 7), parseEventId('x', 7), parseEventId(undefined, 7)]).toEqual([
    2, 0, 0, 0,
  ]);
});
