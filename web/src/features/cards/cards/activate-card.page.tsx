import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { formatSecret } from '@kaike/shared/domain/cards/card-secret';
import { BackLink } from '../../../app/components/back-link.tsx';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import { useSession } from '../../../app/session.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useT } from '../../../app/wording.ts';
import { useCloseOnBack } from '../../../ui/use-close-on-back.ts';
import { PageHeader, Skeleton } from '../../../ui/parts.tsx';
import { useCaptcha } from '../../auth/login/public.ts';
import { CardProblem } from './card-problem.tsx';
import { useWallet } from './cards.queries.ts';
import css from './cards.module.css';
import { CodeEntry } from './entry/code-entry.tsx';
import { parseEntry } from './entry/parse-entry.ts';
import { useActivation } from './use-activation.ts';
import { CardDone, CardPreview, GiftOffer, loadCardDone, loadCardPreview } from './wallet/wallet-parts.ts';

const HelpWays = lazy(async () => ({ default: (await import('../../../app/components/help-ways.tsx')).HelpWays }));
/** Shown below the code field, which is what most visitors need. */
const Wallet = lazy(async () => ({ default: (await loadChunk(() => import('./wallet/wallet.tsx'))).Wallet }));

/** The code of another person stays theirs. */
const draftKeyOf = (userId: number): string => `kaike.card.${userId}`;

type Draft = { value: string; setValue: (value: string) => void; scanned: string | null; gift: string | null };

/** The code or the gift of a link; both are removed from the URL, and the tab keeps the code across a reload. */
function useDraft(): Draft {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const draftKey = draftKeyOf(useSession(({ user }) => user?.id ?? 0));
  const [scanned] = useState(() => new URLSearchParams(search).get('code'));
  const [gift] = useState(() => new URLSearchParams(search).get('gift'));
  const [value, setValue] = useState(() => scanned ?? sessionStorage.getItem(draftKey) ?? '');
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (query.has('code') || query.has('gift')) void navigate(pathname, { replace: true });
  }, [navigate, pathname, search]);
  useEffect(() => {
    if (value === '') sessionStorage.removeItem(draftKey);
    else sessionStorage.setItem(draftKey, value);
  }, [draftKey, value]);
  return { value, setValue, scanned, gift };
}

/** Activates a card in three steps: code, preview, done. */
export function ActivateCardPage() {
  const t = useT();
  useTitle(t('cards.title'));
  const { value, setValue, scanned, gift } = useDraft();
  const [isOffered, setOffered] = useState(gift !== null);
  const captcha = useCaptcha();
  const canBuy = useWallet().data?.can_buy;
  const activation = useActivation();
  const { step, problem, busy, preview, retry, restart, dismiss } = activation;

  const start = useRef((): void => {
    const entry = parseEntry(scanned ?? '');
    if (entry.state !== 'complete') return;
    setValue(formatSecret(entry.code));
    preview({ code: entry.code });
  });
  useEffect(() => start.current(), []);
  useEffect(() => {
    if (busy === 'preview') loadCardPreview().catch(() => undefined);
  }, [busy]);
  useEffect(() => {
    if (step.name === 'preview') loadCardDone().catch(() => undefined);
  }, [step.name]); // Requested again when it is shown.
  useEffect(() => {
    if (step.name === 'done') setValue('');
  }, [step.name, setValue]);

  const again = (): void => {
    setValue('');
    restart();
  };
  const verify = async (): Promise<void> => {
    const pass = await captcha.verify();
    if (pass) retry(pass);
  };
  useCloseOnBack(step.name === 'preview', restart);
  const identity = step.name === 'preview' ? step.named : null;
  return (
    <>
      <BackLink to="/home/personage/index">{t('pages.personage')}</BackLink>
      <PageHeader title={t(step.name === 'enter' ? 'cards.enter.heading' : 'cards.title')} />
      {step.name === 'enter' ? <p className={css['intro']}>{t('cards.enter.lead')}</p> : null}
      {problem ? (
        <CardProblem
          problem={problem}
          onRetry={() => retry()}
          onAgain={again}
          onVerify={() => void verify()}
          onRecheck={identity ? () => preview(identity) : null}
        />
      ) : null}
      {gift && isOffered && step.name === 'enter' ? (
        <Suspense fallback={null}>
          <GiftOffer token={gift} onDone={() => setOffered(false)} />
        </Suspense>
      ) : null}
      {step.name === 'enter' ? (
        <div className={css['start']}>
          <CodeEntry
            value={value}
            onChange={(next) => {
              setValue(next);
              dismiss();
            }}
            busy={busy === 'preview'}
            onCode={(code) => preview({ code })}
          />
          <div className={css['more']}>
            {canBuy ? <Link to="/home/products">{t('orders.entry')}</Link> : null}
            <Suspense fallback={null}>
              <HelpWays topic="cards" />
            </Suspense>
          </div>
          <Suspense fallback={<Skeleton height={200} />}>
            <Wallet busy={busy !== null} onOpen={(id) => preview({ card_id: id })} />
          </Suspense>
        </div>
      ) : null}
      {step.name === 'preview' ? (
        <Suspense fallback={<Skeleton height={320} />}>
          <CardPreview preview={step.preview} activation={activation} />
        </Suspense>
      ) : null}
      {step.name === 'done' ? (
        <Suspense fallback={null}>
          <CardDone used={step.used} onAgain={again} />
        </Suspense>
      ) : null}
      {captcha.dialog}
    </>
  );
}
