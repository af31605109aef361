import { useEffect, useState } from 'react';
import type { CommandRun } from '@kaike/shared/contracts/system/console-commands';
import * as consoleCommands from '@kaike/shared/contracts/system/console-commands';
import { call } from '../../../../api/client.ts';

const pollMs = 700;

type Output = { id: number; run: CommandRun | null; text: string };
const nothing = (id: number): Output => ({ id, run: null, text: '' });

/**
 * What a run prints, while it prints it. It is asked for again and again instead of streamed: the server may restart
 * meanwhile, because a command changed its source.
 */
export function useRunOutput(id: number, onEnd: () => void): Output {
  const [output, setOutput] = useState<Output>(() => nothing(id));
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from = 0;
    const read = async (): Promise<void> => {
      const answer = await call(consoleCommands.getRunOutput, {
        params: { id },
        query: { from },
        signal: abort.signal,
        quiet: true,
      }).catch(() => null);
      if (abort.signal.aborted) return;
      const isFirst = from === 0;
      if (answer) {
        from = answer.next;
        setOutput((before) => ({
          id,
          run: answer.run,
          text: isFirst || before.id !== id ? answer.text : before.text + answer.text,
        }));
      }
      const isOver = answer !== null && answer.text === '' && answer.run.state !== 'running';
      if (isOver) onEnd();
      else timer = setTimeout(() => void read(), answer?.text ? 0 : pollMs);
    };
    void read();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a new function each render reads the same list
  }, [id]);
  return output.id === id ? output : nothing(id);
}
