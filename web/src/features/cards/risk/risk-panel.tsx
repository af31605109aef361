import { useState } from 'react';
import { Link } from 'react-router';
import cardControlWords from 'virtual:locale/card_control';
import type { RiskEvent, RiskEvidence } from '@kaike/shared/contracts/cards/card-risk';
import { riskState } from '@kaike/shared/domain/cards/card-risk';
import { memberStatus } from '@kaike/shared/domain/people/member-status';
import { formatDateTime } from '@kaike/shared/kit/format';
import type { Translate } from '@kaike/shared/kit/wording';
import { cardRisks } from '@kaike/shared/resources/cards/card-risks';
import { useCan } from '../../../app/session.ts';
import css from '../../../kit/detail/detail.module.css';
import { RowResponses, type RowResponse } from '../../../kit/detail/row-response.tsx';
import type { PanelProps, ShownRowOf } from '../../../kit/resource-view.ts';
import { RecordLink } from '../../../kit/detail/record-link.tsx';
import { Button } from '../../../kit/widgets.ts';
import { riskSentence } from './risk-sentence.ts';

type Row = ShownRowOf<typeof cardRisks>;

/** People shown before "show all". */
const firstMembers = 8;

type RiskRow = Row & { story: RiskEvidence };

function Responses({ row, permissions, reload }: Omit<PanelProps<typeof cardRisks>, 'row'> & { row: RiskRow }) {
  const t = cardControlWords.useT();
  const { cards_to_freeze: cards, members_to_stop: members } = row.story;
  const confirm = (name: string): string => t(`resources.card-risks.about.${name}`);
  const [mayFreeze, mayStop] = [useCan('admin.cards.freeze'), useCan('admin.members.update-status')];
  const all: (RowResponse & { may: boolean })[] = [
    {
      name: 'freeze-cards',
      may: mayFreeze,
      label: t('card_control.risk.freeze', { count: cards }),
      about: cards > 0 ? confirm('freeze-cards') : t('card_control.risk.nothing_to_freeze'),
      danger: true,
      disabled: cards === 0,
    },
    {
      name: 'stop-member',
      may: mayStop,
      label: t('card_control.risk.stop', { count: members }),
      about: members > 0 ? confirm('stop-member') : t('card_control.risk.nothing_to_stop'),
      danger: true,
      disabled: members === 0,
    },
    { name: 'dismiss', may: true, label: t('card_control.risk.dismiss'), about: confirm('dismiss') },
  ];
  const offered = all.filter(({ name, may }) => may && permissions.includes(name));
  return offered.length > 0 ? (
    <section>
      <h3>{t('card_control.risk.decide')}</h3>
      <RowResponses definition={cardRisks} row={row} responses={offered} done={reload} />
    </section>
  ) : null;
}

function Decided({ row }: { row: RiskRow }) {
  const t = cardControlWords.useT();
  const who = String(row.labels?.decided_by ?? '');
  const response = t(`card_control.risk.responses.${String(row.response)}`);
  return (
    <section>
      <h3>{t('card_control.risk.decide')}</h3>
      <div>{t('card_control.risk.decided', { who, time: formatDateTime(String(row.decided_at)), response })}</div>
      <p className={css['note']}>
        {[
          Number(row.changed_count) > 0 ? t('card_control.risk.changed', { count: Number(row.changed_count) }) : '',
          row.reason ? t('card_control.risk.reason', { reason: String(row.reason) }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </section>
  );
}

function Members({ story }: { story: RiskEvidence }) {
  const t = cardControlWords.useT();
  const [isWhole, setIsWhole] = useState(false);
  if (story.members.length === 0) return null;
  return (
    <section>
      <h3>{t('card_control.risk.members')}</h3>
      <ul className={css['rows']}>
        {story.members.slice(0, isWhole ? undefined : firstMembers).map((member) => (
          <li key={member.id}>
            <span>
              <RecordLink resource="members" id={member.id}>
                {member.name || member.member_no}
              </RecordLink>
              {member.status === memberStatus.stopped ? <small>（{t('card_control.risk.stopped')}）</small> : null}
            </span>
            <small>{t('card_control.risk.times', { count: member.count })}</small>
            <small>{t('card_control.risk.last', { time: formatDateTime(member.last_at) })}</small>
          </li>
        ))}
      </ul>
      {!isWhole && story.members.length > firstMembers ? (
        <Button type="link" size="small" className={css['more'] ?? ''} onClick={() => setIsWhole(true)}>
          {t('card_control.risk.all_members', { count: story.members.length })}
        </Button>
      ) : null}
    </section>
  );
}

function Batches({ story }: { story: RiskEvidence }) {
  const t = cardControlWords.useT();
  const maySeeCards = useCan('admin.cards.list');
  if (story.batches.length === 0) return null;
  const search = story.batches.map((batch) => `where[batch_id][]=${batch.id}`).join('&');
  return (
    <section>
      <h3>{t('card_control.risk.batches')}</h3>
      <ul className={css['rows']}>
        {story.batches.map((batch) => (
          <li key={batch.id}>
            <span>
              <RecordLink resource="card-batches" id={batch.id}>
                {batch.name || batch.batch_no}
              </RecordLink>
            </span>
            <small>{t('card_control.risk.cards', { count: batch.count })}</small>
          </li>
        ))}
      </ul>
      {maySeeCards ? (
        <p className={css['note']}>
          <Link to={`/admin/cards?${search}`}>{t('card_control.risk.all_cards')}</Link>
        </p>
      ) : null}
    </section>
  );
}

function reasonOf(t: Translate, event: RiskEvent): string {
  if (event.reason === '') return '';
  const key = `card_control.risk.reasons.${event.reason}`;
  const text = t(key);
  return text === key ? event.reason : text;
}

function EventLine({ event }: { event: RiskEvent }) {
  const t = cardControlWords.useT();
  const name = event.member_name || t('card_control.risk.someone');
  return (
    <li>
      <time dateTime={event.at}>{formatDateTime(event.at)}</time>
      <div>
        {t(`card_control.risk.${event.kind}`, { name })}
        {event.card_id === null ? null : (
          <>
            {' '}
            <RecordLink resource="cards" id={event.card_id}>
              {event.card_no}
            </RecordLink>
          </>
        )}
        <small>{[event.ip, reasonOf(t, event)].filter(Boolean).join(' · ')}</small>
      </div>
    </li>
  );
}

function Timeline({ story }: { story: RiskEvidence }) {
  const t = cardControlWords.useT();
  return (
    <section>
      <h3>{t('card_control.risk.timeline')}</h3>
      {story.events.length === 0 ? (
        <p className={css['note']}>{t('card_control.risk.nothing')}</p>
      ) : (
        <ol className={css['line']}>
          {story.events.map((event, index) => (
            <EventLine key={index} event={event} />
          ))}
        </ol>
      )}
      {story.has_more ? (
        <p className={css['note']}>{t('card_control.risk.more', { count: story.events.length })}</p>
      ) : null}
    </section>
  );
}

/** A finding for review: what, who, when, and the response in one step. */
export function RiskPanel({ row: panelRow, permissions, reload }: PanelProps<typeof cardRisks>) {
  const t = cardControlWords.useT();
  const row = panelRow as RiskRow;
  const { story } = row;
  return (
    <div className={css['detail']}>
      <div className={css['lead']}>
        <strong>{riskSentence(t, row, story)}</strong>
        <span className="kk-muted">
          {t('card_control.risk.span', {
            from: formatDateTime(String(row.first_at)),
            to: formatDateTime(String(row.last_at)),
          })}
        </span>
        {story.agency ? (
          <span>
            {t('card_control.risk.agency')}
            {t('lists.colon')}
            <RecordLink resource="agencies" id={story.agency.id}>
              {story.agency.name}
            </RecordLink>
          </span>
        ) : null}
      </div>
      {row.state === riskState.open ? (
        <Responses row={row} permissions={permissions} reload={reload} />
      ) : (
        <Decided row={row} />
      )}
      <Members story={story} />
      <Batches story={story} />
      <Timeline story={story} />
    </div>
  );
}
