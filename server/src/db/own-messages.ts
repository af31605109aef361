/** Sends messages to all nodes; `pool.ts` recognises it by its text. */
export const notifyText = 'select pg_notify($1, m) from unnest($2::text[]) m';

export type Hear = (message: string) => void;
/** Called with each statement of a connection after it succeeded. */
export type Watch = (text: string, values: unknown) => void;

const begins = /^(?:begin|start transaction)\b/i;
const ends = /^(?:commit|rollback)$/i;

/** Reports the messages sent over one connection as soon as they are committed; those of a transaction that is rolled back, never. */
export function watchMessages(hear: Hear): Watch {
  let waiting: string[] | null = null;
  return (text, values) => {
    if (begins.test(text)) waiting = [];
    if (text === notifyText && Array.isArray(values)) {
      const messages = values[1] as string[];
      if (waiting) waiting.push(...messages);
      else for (const message of messages) hear(message);
    }
    if (!ends.test(text)) return;
    const committed = text.toLowerCase() === 'commit' ? (waiting ?? []) : [];
    waiting = null;
    for (const message of committed) hear(message);
  };
}
