import { useCallback, useEffect, useState } from 'react';
import * as aiPromptTemplates from '@kaike/shared/contracts/ai/ai-prompt-templates';
import type { ScriptLine, ScriptLevel } from '@kaike/shared/domain/ai/scene-script';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../api/client.ts';

export type TemplateTrial = ResponseOf<typeof aiPromptTemplates.tryTemplate>;
export type TemplateExchange = { answer: string; line: ScriptLine; intent: string | null };
type Round = { level: ScriptLevel; number: number; scene: unknown };

/**
 * A trial talk with the stored scene, or with the one an editor has not saved yet, as it was when the talk began. The server
 * keeps nothing of it: every step sends all answers so far.
 */
export function useTrial(templateId: number, scene: unknown) {
  const [round, setRound] = useState<Round>({ level: 'A1', number: 0, scene });
  const [opening, setOpening] = useState<ScriptLine | null>(null);
  const [trial, setTrial] = useState<TemplateTrial | null>(null);
  const [exchanges, setExchanges] = useState<readonly TemplateExchange[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const play = useCallback(
    (history: readonly string[], signal?: AbortSignal) =>
      call(aiPromptTemplates.tryTemplate, {
        params: { id: templateId },
        body: { level: round.level, history, seed: round.number, scene: round.scene },
        signal,
      }),
    [templateId, round],
  );
  useEffect(() => {
    const abort = new AbortController();
    setExchanges([]);
    setFailed(false);
    play([], abort.signal).then(
      (first) => {
        setTrial(first);
        setOpening(first.line);
      },
      () => {
        if (!abort.signal.aborted) setFailed(true);
      },
    );
    return () => abort.abort();
  }, [play]);
  /** Whether the answer arrived; else it can be sent again. */
  const send = async (answer: string): Promise<boolean> => {
    setBusy(true);
    try {
      const next = await play([...exchanges.map((one) => one.answer), answer]);
      setTrial(next);
      setExchanges([...exchanges, { answer, line: next.line, intent: next.intent }]);
      return true;
    } catch {
      // The client has shown why.
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    level: round.level,
    /** The scene has changed since. */
    isOld: round.scene !== scene,
    opening,
    trial,
    exchanges,
    isBusy,
    hasFailed,
    send,
    start: (level: ScriptLevel) => setRound({ level, number: round.number + 1, scene }),
  };
}
