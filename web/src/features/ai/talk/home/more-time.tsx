import { Link } from 'react-router';
import talkWords from 'virtual:locale/talk';
import { SupportLater } from '../../../../app/components/support-later.tsx';
import { useSeconds } from '../talk.queries.ts';
import css from '../talk.module.css';

/** Where more time to talk comes from: a card always, a purchase only where there is one, otherwise the school. */
export function MoreTime() {
  const t = talkWords.useT();
  const { data: seconds } = useSeconds();
  return (
    <>
      {seconds && !seconds.can_buy ? <p>{t('talk.more_card')}</p> : null}
      <p className={css['row']}>
        <Link to="/home/cards/use-card">{t('talk.get_more')}</Link>
        {seconds?.can_buy ? <Link to="/home/products">{t('talk.buy_more')}</Link> : null}
        {seconds && !seconds.can_buy ? <SupportLater /> : null}
      </p>
    </>
  );
}
