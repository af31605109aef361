import { createTalkReader } from '@kaike/shared/domain/ai/talk-reader';
import { isLastEvent, type NumberedEvent } from '@kaike/shared/domain/ai/talk-events';
import { ApiError, parseApiError } from '../../../../api/api-error.ts';
import { canRetry } from '../../../../api/response.ts';

/** Where the events of a turn come from. */
export type TurnSource = {
  /** Sends the turn. The same turn again is joined from its first event. Null: the reply exists already. */
  begin: ((signal: AbortSignal) => Promise<Response>) | null;
  /** The events of a reply after the one with this number. */
  follow: (messageId: number, lastN: number, signal: AbortSignal) => Promise<Response>;
  wait: (ms: number) => Promise<void>;
};

export type TurnListener = {
  on_event: (event: NumberedEvent) => void;
  /** The connection is lost, and is restored after a pause. */
  on_lost: () => void;
};

const pausesMs = [1000, 2000, 4000, 8000];
/** The server answers as soon as the turn is stored. A lost request would be waited for without end. */
const answerMs = 15_000;
/** The server sends something at least every 15 s. */
const silenceMs = 40_000;
const firstFault = 500;

/** A failure that may pass: no connection, or a node that is being replaced. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= firstFault;

/** Passes on the events of one connection; true when the last one has come. */
async function readConnection(
  response: Response,
  { after, on_event, hang_up }: { after: number; on_event: TurnListener['on_event']; hang_up: () => void },
): Promise<boolean> {
  if (!response.ok) throw await parseApiError(response);
  const reader = response.body?.getReader();
  if (!reader) return false;
  const read = createTalkReader(after);
  const decoder = new TextDecoder();
  for (;;) {
    const timer = setTimeout(hang_up, silenceMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return false;
    for (const event of read(decoder.decode(value, { stream: true }))) {
      on_event(event);
      if (isLastEvent(event.event)) return true;
    }
  }
}

type StreamPosition = { message_id: number; n: number };

/** One connection: from the beginning, or behind a place. True when the turn is over, false when the connection was cut. */
async function connect(
  { begin, follow }: TurnSource,
  place: StreamPosition | null,
  { on_event, signal }: { on_event: TurnListener['on_event']; signal: AbortSignal },
): Promise<boolean> {
  const connection = new AbortController();
  const hangUp = (): void => connection.abort();
  signal.addEventListener('abort', hangUp);
  const timer = setTimeout(hangUp, answerMs);
  const sentMs = performance.now();
  try {
    const response = place
      ? await follow(place.message_id, place.n, connection.signal)
      : await begin?.(connection.signal);
    clearTimeout(timer);
    return !response || (await readConnection(response, { after: place?.n ?? 0, hang_up: hangUp, on_event }));
  } catch (error) {
    if (signal.aborted) throw error;
    // Who logged in again over the page goes on.
    if (mayPass(error) || (error instanceof ApiError && (await canRetry(error, sentMs)))) return false;
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', hangUp);
  }
}

/**
 * Reads the events of a turn to the last one, over as many connections as that takes: after a cut it goes on behind the last
 * event it has. Gives up with an `ApiError` when the server refuses, or does not answer after four pauses.
 */
export async function followTurn(
  source: TurnSource,
  { start, listener, signal }: { start: { message_id: number } | null; listener: TurnListener; signal: AbortSignal },
): Promise<void> {
  let place: StreamPosition | null = start ? { message_id: start.message_id, n: 0 } : null;
  let losses = 0;
  const onEvent = (event: NumberedEvent): void => {
    place = event;
    losses = 0;
    listener.on_event(event);
  };
  while (!(await connect(source, place, { on_event: onEvent, signal })) && !signal.aborted) {
    const pause = pausesMs[losses];
    if (pause === undefined) throw new ApiError(0, { code: 'network' });
    losses += 1;
    listener.on_lost();
    await source.wait(pause);
  }
}
