import type { Logger } from 'pino';

type ClosablePart = { name: string; close: () => Promise<void> };

export type Shutdown = {
  /** Registers what must be closed; the last one opened is closed first. */
  add(name: string, close: () => Promise<void>): void;
  readonly isClosing: boolean;
  /** Closes everything once; a part that fails is logged and does not stop the others from closing. */
  closeAll(): Promise<void>;
};

/** A part that takes longer, such as a job in the middle of a video, is abandoned: nothing committed is lost. */
const TIMEOUT_MS = 8000;
/** npm and the terminal both deliver one Ctrl-C, so a signal this soon after the first is the same one. */
const SAME_SIGNAL_MS = 1000;
const FORCED_EXIT = 130;

async function withTimeout({ name, close }: ClosablePart): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} did not close within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  await Promise.race([close(), timeout]).finally(() => clearTimeout(timer));
}

/** Closes the parts of a process in order. */
export function createShutdown(log: Logger): Shutdown {
  const parts: ClosablePart[] = [];
  let closing: Promise<void> | null = null;
  const closeParts = async (): Promise<void> => {
    for (let part = parts.pop(); part; part = parts.pop()) {
      const startedAt = Date.now();
      try {
        await withTimeout(part);
        log.info({ part: part.name, ms: Date.now() - startedAt }, 'closed');
      } catch (error) {
        log.error({ err: error, part: part.name }, 'could not close');
      }
    }
  };
  return {
    add: (name, close) => void parts.push({ name, close }),
    get isClosing() {
      return closing !== null;
    },
    closeAll: () => (closing ??= closeParts()),
  };
}

/** Logs unhandled rejections instead of ending the process and its requests. The job library leaves some when the database goes away. */
export function surviveRejections(log: Logger): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a rejection was handled by nobody'));
}

type SignalOptions = { say: (line: string) => void; now?: () => number };

/** SIGTERM and SIGINT close the process in order; a second one more than a second later ends it at once. */
export function closeOnSignals(shutdown: Shutdown, { say, now = Date.now }: SignalOptions): void {
  let firstAt: number | null = null;
  const onSignal = (): void => {
    if (firstAt !== null) {
      if (now() - firstAt > SAME_SIGNAL_MS) process.exit(FORCED_EXIT);
      return;
    }
    firstAt = now();
    say('Stopping; press Ctrl-C again to stop at once.');
    void shutdown.closeAll().then(() => process.exit(0)); // closeAll never rejects
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}
