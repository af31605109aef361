import { Link } from 'react-router';
import agencyWords from 'virtual:locale/agencies';
import type { Desk } from '@kaike/shared/contracts/cards/agency-desk';
import { shownCardChoices } from '@kaike/shared/domain/cards/card-state';
import { formatMinute } from '@kaike/shared/kit/dates/format-when';
import { useCan } from '../../../../app/session.ts';
import { useLocale } from '../../../../app/wording.ts';
import css from './desk.module.css';

/** The cards issued at the desk last, and where each of them stands. */
export function RecentCards({ cards }: { cards: Desk['recent'] }) {
  const t = agencyWords.useT();
  const locale = useLocale();
  const mayOpen = useCan('admin.cards.show');
  const now = new Date();
  return (
    <section className={`kk-panel kk-padded ${css['screen'] ?? ''}`} aria-labelledby="recent-title">
      <header className={css['head']}>
        <h2 id="recent-title">{t('agencies.desk.recent')}</h2>
        {mayOpen ? <Link to="/admin/cards">{t('agencies.desk.all_cards')}</Link> : null}
      </header>
      {cards.length === 0 ? <p className="kk-muted">{t('agencies.desk.recent_none')}</p> : null}
      <ul className={css['recent']}>
        {cards.map((card) => {
          const tone = shownCardChoices.find(({ value }) => value === card.shown_status)?.tone ?? 'default';
          return (
            <li key={card.id}>
              <time dateTime={card.issued_at} className="kk-muted">
                {formatMinute(card.issued_at, { locale, now })}
              </time>
              <span className={css['name']}>{card.product}</span>
              {mayOpen ? <Link to={`/admin/cards?open=${card.id}`}>{card.card_no}</Link> : <span>{card.card_no}</span>}
              <span className="kk-muted">{card.mobile_phone ?? '–'}</span>
              <span className={`kk-tag kk-tag-${tone}`}>
                {t(`resources.cards.choices.shown_status.${card.shown_status}`)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
