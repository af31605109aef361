import type { cards } from '@kaike/shared/resources/cards/cards';
import { cartonStateChoices } from '@kaike/shared/domain/cards/carton-state';
import { shownCardChoices } from '@kaike/shared/domain/cards/card-state';
import { quotaTypeChoices } from '@kaike/shared/domain/agencies/quota-log';
import { formatDateTime, formatDay } from '@kaike/shared/kit/format';
import { Link } from 'react-router';
import { useLocale, useT } from '../../../../app/wording.ts';
import { StatusTag } from '../../../../kit/fields/cells.tsx';
import type { PanelProps, ShownRowOf } from '../../../../kit/resource-view.ts';
import { CardPicture } from '../card-picture.tsx';
import { RevealSecret } from '../reveal-secret.tsx';
import { storyOf, type CardHistory, type StoryEvent } from './story-events.ts';
import css from './card-story.module.css';

type Row = ShownRowOf<typeof cards> & { story?: CardHistory };

function EventLine({ event }: { event: StoryEvent }) {
  const exact = formatDateTime(event.at);
  return (
    <li>
      <time dateTime={event.at} title={exact}>
        {exact.slice(0, 16)}
      </time>
      <div>
        <b>{event.text}</b>
        {event.notes.map((note) => (
          <span key={note} className="kk-muted">
            {note}
          </span>
        ))}
      </div>
    </li>
  );
}

function Opened({ story }: { story: CardHistory }) {
  const t = useT();
  const locale = useLocale();
  if (story.entitlements.length === 0) return <p className="kk-muted">{t('card_story.opened_none')}</p>;
  return (
    <ul className={css['opened']}>
      {story.entitlements.map((one) => (
        <li key={one.id}>
          {one.kind === 'course'
            ? one.course_title
            : t('card_story.ai', { minutes: Math.floor((one.amount ?? 0) / 60) })}
          {one.kind === 'course' ? (
            <span className="kk-muted">
              {' '}
              {one.end_at
                ? t('card_story.course_until', { date: formatDay(one.end_at, { locale }) })
                : t('card_story.forever')}
            </span>
          ) : null}
          {one.revoked_at ? <span className="kk-muted"> {t('card_story.revoked')}</span> : null}
        </li>
      ))}
    </ul>
  );
}

/** The member's progress in what the card opened. */
function Learning({ story }: { story: CardHistory }) {
  const t = useT();
  const learning = story.learning ?? [];
  if (learning.length === 0) return null;
  return (
    <section>
      <h3>{t('card_story.learning')}</h3>
      <ul className={css['opened']}>
        {learning.map((one) => (
          <li key={one.course_id}>
            {one.title}{' '}
            <span className="kk-muted">
              {t('card_story.lessons', { done: one.lessons_done, total: one.lessons })}
              {' · '}
              {one.last_at
                ? t('card_story.studied', {
                    minutes: Math.round(one.study_sec / 60),
                    date: formatDateTime(one.last_at).slice(0, 16),
                  })
                : t('card_story.not_studied')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Quota changes for it, the cards it replaced or was replaced by, and the owner's other orders. */
function Around({ row, story }: { row: Row; story: CardHistory }) {
  const t = useT();
  const { ledger = [], replacements = [], orders = [], carton } = story;
  const typeOf = (value: number): string => quotaTypeChoices.find((choice) => choice.value === value)?.key ?? '';
  if (ledger.length + replacements.length + orders.length === 0 && !carton) return null;
  return (
    <section>
      <h3>{t('card_story.around')}</h3>
      <ul className={css['opened']}>
        {carton ? (
          <li>
            {t('card_story.carton')}{' '}
            <Link to={`/admin/card-cartons?open=${carton.id}`}>
              {t('card_story.carton_no', { no: carton.carton_no, code: carton.scan_code })}
            </Link>{' '}
            <span className="kk-muted">
              {t(
                `resources.card-cartons.choices.state.${cartonStateChoices.find((choice) => choice.value === carton.state)?.key ?? ''}`,
              )}
              {row.awaits_receipt ? ` · ${t('card_story.awaits')}` : ''}
            </span>
          </li>
        ) : null}
        {replacements.map((one) => (
          <li key={`card${one.id}`}>
            {t(one.is_older ? 'card_story.replaces' : 'card_story.replaced_by')}{' '}
            <Link to={`/admin/cards/${one.id}`}>{one.card_no}</Link>
          </li>
        ))}
        {ledger.map((one) => (
          <li key={`ledger${one.id}`}>
            {one.agency}{' '}
            <span className="kk-muted">
              {t(`resources.card-num-logs.choices.type.${typeOf(one.type)}`)}{' '}
              {one.delta > 0 ? `+${one.delta}` : one.delta} · {formatDateTime(one.created_at).slice(0, 16)}
            </span>
          </li>
        ))}
        {orders.map((one) => (
          <li key={`order${one.id}`}>
            {t('card_story.order')} <Link to={`/admin/pay-orders/${one.id}`}>{one.order_no}</Link>{' '}
            <span className="kk-muted">{formatDateTime(one.created_at).slice(0, 16)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const readStory = (row: Row): CardHistory => row.story as CardHistory;

/** The card's current state, above its history. */
function Standing({ row }: { row: Row }) {
  const t = useT();
  const status = shownCardChoices.find((choice) => choice.value === row.shown_status);
  if (!status) return null;
  const end =
    typeof row.redeem_end_at === 'string' && row.activated_at === null
      ? t('card_story.redeem_by', { time: formatDateTime(row.redeem_end_at).slice(0, 16) })
      : '';
  const why = row.frozen_at && row.frozen_reason ? t('card_story.reason', { reason: String(row.frozen_reason) }) : '';
  return (
    <p className={css['standing']}>
      <StatusTag tone={status.tone ?? 'default'}>{t(`resources.cards.choices.shown_status.${status.key}`)}</StatusTag>
      <span className="kk-muted">{[why, end].filter((text) => text !== '').join(' · ')}</span>
    </p>
  );
}

/** The history of one card: made, issued, claimed, activated, and everything people did to it. */
export function CardStory({ row, permissions }: PanelProps<typeof cards>) {
  const t = useT();
  const story = readStory(row);
  return (
    <div className={css['story']}>
      <Standing row={row} />
      <ol className={css['line']}>
        {storyOf(row, t).map((event) => (
          <EventLine key={event.key} event={event} />
        ))}
      </ol>
      <section>
        <h3>{t('card_story.opened')}</h3>
        <Opened story={story} />
      </section>
      <Learning story={story} />
      <Around row={row} story={story} />
      {permissions.includes('reveal') ? <RevealSecret id={row.id} /> : null}
      <CardPicture card={{ id: row.id, card_no: String(row.card_no) }} mayReveal={permissions.includes('reveal')} />
    </div>
  );
}
