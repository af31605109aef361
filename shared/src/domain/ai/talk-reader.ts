import type { NumberedEvent, TalkEvent, TalkEventName } from './talk-events.ts';

const names: Readonly<Record<TalkEventName, true>> = {
  start: true,
  stand_in: true,
  message: true,
  sentence: true,
  goal: true,
  correction: true,
  usage: true,
  done: true,
  error: true,
};

function parseBlock(block: string): NumberedEvent | null {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).replace(/^ /, ''));
  }
  const id = /^(\d+)-(\d+)$/.exec(fields.get('id') ?? '');
  const type = fields.get('event') ?? '';
  if (!id || !(type in names)) return null;
  try {
    const data = JSON.parse(fields.get('data') ?? '') as object;
    return { message_id: Number(id[1]), n: Number(id[2]), event: { ...data, type } as TalkEvent };
  } catch {
    return null; // broken off within the line: it comes again after a reconnect
  }
}

/**
 * Reads the text of an event stream piece by piece, wherever it is cut. An event that was already read, as after a
 * reconnect, is left out; so are comments and names that are not known.
 */
export function createTalkReader(afterN = 0): (piece: string) => NumberedEvent[] {
  let rest = '';
  let last = afterN;
  return (piece) => {
    const blocks = (rest + piece.replace(/\r/g, '')).split('\n\n');
    rest = blocks.pop() ?? '';
    const events: NumberedEvent[] = [];
    for (const block of blocks) {
      const event = parseBlock(block);
      if (!event || event.n <= last) continue;
      last = event.n;
      events.push(event);
    }
    return events;
  };
}
