import { useState } from 'react';
import type { TrialStart, TrialStep } from '@kaike/shared/contracts/ai/ai-trials';
import * as aiTrials from '@kaike/shared/contracts/ai/ai-trials';
import type { ScriptLevel } from '@kaike/shared/domain/ai/scene-script';
import { removeUnseen } from '@kaike/shared/domain/ai/unseen-signs';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';

export type TrialExchange = { answer: string; line: TrialStep['line'] };

/** A trial talk: the server keeps none of the words, so every step sends all answers so far. */
export function useTrial(sceneId: number) {
  const [start, setStart] = useState<TrialStart | null>(null);
  const [step, setStep] = useState<TrialStep | null>(null);
  const [exchanges, setExchanges] = useState<readonly TrialExchange[]>([]);
  const [isBusy, setBusy] = useState(false);
  /** Nothing more comes of this trial, for example since it was left too long. */
  const [isLost, setLost] = useState(false);

  const begin = async (level: ScriptLevel, verify: string): Promise<void> => {
    setBusy(true);
    try {
      const first = await call(aiTrials.startTrial, { body: { template_id: sceneId, level, verify } });
      setStart(first);
      setStep(first);
      setExchanges([]);
      setLost(false);
    } catch {
      // The client has shown why.
    } finally {
      setBusy(false);
    }
  };
  /** Whether the answer was played; else it can be changed and sent again. */
  const send = async (text: string): Promise<boolean> => {
    if (!start) return false;
    setBusy(true);
    const answer = removeUnseen(text);
    try {
      const answers = [...exchanges.map((one) => one.answer), answer];
      const next = await call(aiTrials.continueTrial, { body: { token: start.token, answers } });
      setStep(next);
      if (next.refused) return false;
      setExchanges([...exchanges, { answer, line: next.line }]);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ai.trial_over') setLost(true);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { start, step, exchanges, isBusy, isLost, begin, send };
}
