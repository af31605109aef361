import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import * as cards from '@kaike/shared/contracts/cards/cards';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { handleError } from '../../../api/response.ts';
import { loadMenu } from '../../../app/menu.ts';
import { loadUser } from '../../../app/session.ts';
import { walletKey, type PreviewedCard, type UseCardResult } from './cards.queries.ts';

/** How the member identifies a card: by its code, or by its id in the wallet. */
export type CardKey = { readonly code: string } | { readonly card_id: number };
export type ActivationMode = 'activate' | 'claim';

export type ActivationStep =
  | { readonly name: 'enter' }
  | { readonly name: 'preview'; readonly named: CardKey; readonly preview: PreviewedCard; readonly request_id: string }
  | { readonly name: 'done'; readonly used: UseCardResult };

/** What went wrong; `retry` repeats the same step. */
export type Problem = { readonly code: string; readonly message: string };

const handledElsewhere = [401, 403, 419, 503];

type ActivationTask = { readonly what: 'preview' | ActivationMode; readonly run: (verify?: string) => Promise<void> };

/** The steps from a code to a course; a failed step shows the reason and can be retried with the same request. */
export function useActivation() {
  const queries = useQueryClient();
  const [step, setStep] = useState<ActivationStep>({ name: 'enter' });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState<'preview' | ActivationMode | null>(null);
  const running = useRef(false);
  const last = useRef<ActivationTask | null>(null);

  const attempt = useCallback(async (work: ActivationTask, verify?: string): Promise<void> => {
    if (running.current) return;
    running.current = true;
    last.current = work;
    setBusy(work.what);
    setProblem(null);
    try {
      await work.run(verify);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (handledElsewhere.includes(error.status)) handleError(error);
      else setProblem({ code: error.code, message: error.message });
    } finally {
      running.current = false;
      setBusy(null);
    }
  }, []);

  const retry = useCallback(
    (verify?: string): void => {
      if (last.current) void attempt(last.current, verify);
    },
    [attempt],
  );

  const preview = useCallback(
    (named: CardKey): void => {
      const run = async (verify?: string): Promise<void> => {
        const card = await call(cards.previewCard, { body: { ...named, ...(verify ? { verify } : {}) }, quiet: true });
        // Created here, so that pressing again after a lost response repeats the same request.
        setStep({ name: 'preview', named, preview: card, request_id: crypto.randomUUID() });
      };
      void attempt({ what: 'preview', run });
    },
    [attempt],
  );

  const use = useCallback(
    (mode: ActivationMode): void => {
      if (step.name !== 'preview') return;
      const { named, preview: previewed, request_id } = step;
      const run = async (verify?: string): Promise<void> => {
        const body = { ...named, mode, request_id, shown: previewed.shown, ...(verify ? { verify } : {}) };
        const activated = await call(cards.redeemCard, { body, quiet: true });
        if (mode === 'activate') await Promise.all([loadUser(true), loadMenu(true)]);
        // Activation changes what every page of the home area shows.
        void queries.invalidateQueries(mode === 'activate' ? {} : { queryKey: walletKey });
        setStep({ name: 'done', used: activated });
      };
      void attempt({ what: mode, run });
    },
    [attempt, queries, step],
  );

  const restart = useCallback((): void => {
    setProblem(null);
    setStep({ name: 'enter' });
  }, []);

  return { step, problem, busy, preview, use, retry, restart, dismiss: () => setProblem(null) };
}

export type ActivationFlow = ReturnType<typeof useActivation>;
