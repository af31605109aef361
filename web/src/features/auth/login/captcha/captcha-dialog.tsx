import { useCallback, useEffect, useRef, useState } from 'react';
import * as captcha from '@kaike/shared/contracts/auth/captcha';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import { useLoad } from '../../../../app/loading/use-load.ts';
import { useLocale, useT } from '../../../../app/wording.ts';
import { Sheet } from '../../../../ui/sheet.tsx';
import { isSlider, Puzzle } from './slider-captcha.tsx';
import { isVendorAway, runVendor, type VendorChallenge } from './vendor-captcha.ts';

export type CaptchaProps = {
  open: boolean;
  /** While a vendor does not respond, the server may allow a login to go on. */
  isLogin: boolean;
  onClose: () => void;
  onSolved: (verify: string) => void;
};
type Challenge = ResponseOf<typeof captcha.createCaptcha>;

const isVendors = (challenge: Challenge): challenge is Challenge & VendorChallenge => challenge.type !== 'local';

/** A dialog of the browser covers everything else, also what a vendor shows. */
const needsSlider = (): boolean => isVendorAway() || document.querySelector('dialog[open]') !== null;

/** The captcha the server issues; returns the single-use pass for a business request. */
export function CaptchaDialog({ open, ...rest }: CaptchaProps) {
  return open ? <OpenCaptcha {...rest} /> : null;
}

function OpenCaptcha({ isLogin, onClose, onSolved }: Omit<CaptchaProps, 'open'>) {
  const t = useT();
  const locale = useLocale();
  const [wantsSlider, setWantsSlider] = useState(needsSlider);
  const [isBeside, setIsBeside] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const load = useCallback(
    (signal: AbortSignal): Promise<Challenge> => {
      const query = { ...(wantsSlider ? { type: 'local' } : {}), ...(isLogin ? { purpose: 'login' } : {}) };
      return call(captcha.createCaptcha, { query, signal, quiet: true });
    },
    [wantsSlider, isLogin],
  );
  const { data, failed, reload } = useLoad(load);

  const solve = async (body: { x: number; track: number[][] } | { answer: unknown }, challenge: string) => {
    try {
      onSolved((await call(captcha.solveCaptcha, { body: { challenge, ...body }, quiet: true })).verify);
    } catch (error) {
      const { status = -1, message = '', code = '' } = error instanceof ApiError ? error : {};
      const isExplained = status === 429 || code === 'auth.captcha_unavailable' || code === 'auth.captcha_expired';
      setProblem(status === 0 ? t('common.network_failed') : isExplained ? message : t('auth.captcha.failed'));
      setIsBeside(false);
      if ('answer' in body) setWantsSlider(true);
      else reload();
    }
  };

  const latest = useRef({ solve, onClose });
  useEffect(() => {
    latest.current = { solve, onClose };
  });
  useEffect(() => {
    if (!data || !isVendors(data)) return undefined;
    const { result, stop } = runVendor(data, { locale, onShown: () => setIsBeside(true) });
    let isOver = false;
    result.then(
      (answer) => {
        if (isOver) return;
        if (answer === null) latest.current.onClose();
        else void latest.current.solve({ answer }, data.challenge);
      },
      () => {
        if (isOver) return;
        setIsBeside(false);
        setWantsSlider(true);
      },
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [data, locale]);

  const puzzle = data && isSlider(data) ? data : null;
  return (
    <Sheet open={!isBeside} title={t('auth.captcha.title')} onClose={onClose} closeLabel={t('common.close')}>
      <Puzzle
        puzzle={puzzle}
        problem={problem}
        failed={failed}
        onDone={(x, track) => void solve({ x, track }, puzzle?.challenge ?? '')}
        onRefresh={() => {
          setProblem(null);
          reload();
        }}
      />
    </Sheet>
  );
}
