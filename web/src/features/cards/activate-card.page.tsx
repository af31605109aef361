import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formatSecret } from '@kaike/shared/domain/card-secret';
import { useTitle } from '../../app/use-title.ts';
import { useT } from '../../app/wording.ts';
import { PageHeader } from '../../ui/parts.tsx';
import { useCaptcha } from '../auth/public.ts';
import { CardDone } from './card-done.tsx';
import { CardPreview } from './card-preview.tsx';
import { CardProblem } from './card-problem.tsx';
import css from './cards.module.css';
import { CodeEntry } from './code-entry.tsx';
import { readEntry } from './read-entry.ts';
import { useActivation } from './use-activation.ts';
import { Wallet } from './wallet.tsx';

const draftKey = 'kaike.card';

/** The code of a scanned link; the address forgets it, the tab keeps it over a reload. */
function useDraft(): [string, (value: string) => void, string | null] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [scanned] = useState(() => new URLSearchParams(search).get('code'));
  const [value, setValue] = useState(() => scanned ?? sessionStorage.getItem(draftKey) ?? '');
  useEffect(() => {
    if (new URLSearchParams(search).has('code')) void navigate(pathname, { replace: true });
  }, [navigate, pathname, search]);
  useEffect(() => {
    if (value === '') sessionStorage.removeItem(draftKey);
    else sessionStorage.setItem(draftKey, value);
  }, [value]);
  return [value, setValue, scanned];
}

/** From a code to a course: code, preview, done. */
export function ActivateCardPage() {
  const t = useT();
  useTitle(t('cards.title'));
  const [value, setValue, scanned] = useDraft();
  const captcha = useCaptcha();
  const activation = useActivation();
  const { step, problem, busy, preview, retry, restart, dismiss } = activation;

  const start = useRef((): void => {
    const entry = readEntry(scanned ?? '');
    if (entry.state !== 'complete') return;
    setValue(formatSecret(entry.code));
    preview({ code: entry.code });
  });
  useEffect(() => start.current(), []);
  useEffect(() => { if (step.name === 'done') setValue(''); }, [step.name, setValue]);

  const again = (): void => {
    setValue('');
    restart();
  };
  const verify = async (): Promise<void> => {
    const pass = await captcha.verify();
    if (pass) retry(pass);
  };
  const named = step.name === 'preview' ? step.named : null;
  return (
    <>
      <PageHeader title={t('cards.title')} />
      {problem ? <CardProblem problem={problem} onRetry={() => retry()} onAgain={again} onVerify={() => void verify()} onRecheck={named ? () => preview(named) : null} /> : null}
      {step.name === 'enter' ? (
        <div className={css['start']}>
          <CodeEntry value={value} onChange={(next) => { setValue(next); dismiss(); }} busy={busy === 'preview'} onCode={(code) => preview({ code })} />
          <Wallet busy={busy !== null} onOpen={(id) => preview({ card_id: id })} />
        </div>
      ) : null}
      {step.name === 'preview' ? <CardPreview preview={step.preview} activation={activation} /> : null}
      {step.name === 'done' ? <CardDone used={step.used} onAgain={again} /> : null}
      {captcha.dialog}
    </>
  );
}
