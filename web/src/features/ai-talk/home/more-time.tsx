import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import talkWords from 'virtual:words/talk';
import { useHasSupport } from '../../../app/config.ts';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import { useSeconds } from '../talk.queries.ts';
import css from '../talk.module.css';

const Support = lazy(async () => ({
  default: (await loadChunk(() => import('../../../app/components/support.tsx'))).Support,
}));

/** Where more time to talk comes from: a card always, a purchase only where there is one, otherwise the school. */
export function MoreTime() {
  const t = talkWords.useT();
  const { data: seconds } = useSeconds();
  const hasSupport = useHasSupport();
  return (
    <>
      {seconds && !seconds.can_buy ? <p>{t(hasSupport ? 'talk.more_card' : 'talk.more_card_alone')}</p> : null}
      <p className={css['row']}>
        <Link to="/home/cards/use-card">{t('talk.get_more')}</Link>
        {seconds?.can_buy ? <Link to="/home/products">{t('talk.buy_more')}</Link> : null}
        {seconds && !seconds.can_buy ? (
          <Suspense fallback={null}>
            <Support />
          </Suspense>
        ) : null}
      </p>
    </>
  );
}
