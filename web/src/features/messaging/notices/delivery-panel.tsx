import type { messages } from '@kaike/shared/resources/messaging/messages';
import { lazy, Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import { messageAudience, messageStatus } from '@kaike/shared/domain/messaging/message-status';
import { formatDateTime, formatMoney, formatNumber } from '@kaike/shared/kit/format';
import type { Translate } from '@kaike/shared/kit/wording';
import { useT } from '../../../app/wording.ts';
import type { PanelProps, ShownRowOf } from '../../../kit/resource-view.ts';
import { Progress, Skeleton } from '../../../kit/widgets.ts';
import css from './delivery-panel.module.css';

type Row = ShownRowOf<typeof messages>;

const RichTextView = lazy(async () => ({
  default: (await import('../../../kit/editors/rich-text-view.tsx')).RichTextView,
}));

type Extra = {
  audience_count?: number;
  audience_exact?: boolean;
  mails?: readonly StateCount[];
  texts?: readonly StateCount[];
  wechats?: readonly StateCount[];
  expected?: Estimate | null;
};
type StateCount = { state: number; count: number };
type Estimate = { people: number; without_mobile: number; sms_count: number; sms_fen: number | null };

const key = 'resources.messages.delivery';
const whole = 100;

/** A link to the list of the addressed members, if the list has a filter for them. */
function membersLink(row: Row): string | null {
  if (row.audience === messageAudience.all) return '/admin/members';
  if (row.audience === messageAudience.tag)
    return `/admin/members?where[tags]=${encodeURIComponent(String(row.audience_tag))}`;
  if (row.audience === messageAudience.agency)
    return `/admin/members?where[agency_id][below]=${Number(row.audience_agency_id)}`;
  // A selection has no filter of its own.
  return row.audience === messageAudience.member ? `/admin/members/${Number(row.audience_member_id)}` : null;
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="kk-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The notice as shown on a member's phone. */
function Phone({ row, t }: { row: Row; t: Translate }) {
  return (
    <figure className={css['phone']} aria-label={t(`${key}.preview`)}>
      <h4>{String(row.title)}</h4>
      <time className="kk-muted">{row.sent_at ? formatDateTime(String(row.sent_at)) : t(`${key}.now`)}</time>
      <Suspense fallback={<Skeleton active title={false} />}>
        <RichTextView text={String(row.body ?? '')} />
      </Suspense>
    </figure>
  );
}

/** The delivery progress of a channel other than the app. */
function Channel({
  name,
  title,
  sent,
  t,
}: {
  name: 'mail' | 'sms' | 'wechat';
  title: string;
  sent: readonly StateCount[];
  t: Translate;
}) {
  return (
    <>
      <h3>{title}</h3>
      {sent.length === 0 ? (
        <p className="kk-muted">{t(`${key}.${name === 'mail' ? 'no_mails' : 'no_texts'}`)}</p>
      ) : (
        <dl className={css['figures']}>
          {sent.map(({ state, count }) => (
            <Figure key={state} label={t(`${key}.${name}.${state}`)}>
              {formatNumber(count)}
            </Figure>
          ))}
        </dl>
      )}
    </>
  );
}

/** The expected number of text messages of a draft. */
function Texts({ expected, t }: { expected: Estimate; t: Translate }) {
  const { people, without_mobile: none, sms_count: count, sms_fen: fen } = expected;
  const words = { people: people - none, count, cost: formatMoney(fen ?? 0, { decimals: 2 }) };
  return (
    <>
      <h3>{t(`${key}.texts`)}</h3>
      <p>{t(`resources.messages.estimate.${fen === null ? 'sms' : 'sms_cost'}`, words)}</p>
      {none > 0 ? <p className="kk-muted">{t('resources.messages.estimate.without_mobile', { count: none })}</p> : null}
    </>
  );
}

/** Notices go to WeChat whenever the account has a template: shown when some went there. */
function Wechats({ row, t }: { row: Row & Extra; t: Translate }) {
  const { wechats = [] } = row;
  return wechats.length > 0 ? <Channel name="wechat" title={t(`${key}.wechats`)} sent={wechats} t={t} /> : null;
}

function Counts({ row, t }: { row: Row & Extra; t: Translate }) {
  const [delivered, read] = [Number(row.delivery_count ?? 0), Number(row.read_count ?? 0)];
  if (delivered === 0 && row.status !== messageStatus.sent) return <p className="kk-muted">{t(`${key}.not_sent`)}</p>;
  const rate = delivered === 0 ? 0 : Math.round((read / delivered) * whole);
  return (
    <>
      {row.recalled_at ? <p>{t(`${key}.recalled`, { time: formatDateTime(String(row.recalled_at)) })}</p> : null}
      <dl className={css['figures']}>
        <Figure label={t(`${key}.delivered`)}>{formatNumber(delivered)}</Figure>
        <Figure label={t(`${key}.read`)}>{formatNumber(read)}</Figure>
      </dl>
      <Progress percent={rate} aria-label={t(`${key}.read_rate`)} />
      {row.by_mail ? <Channel name="mail" title={t(`${key}.mails`)} sent={row.mails ?? []} t={t} /> : null}
      {row.by_sms ? <Channel name="sms" title={t(`${key}.texts`)} sent={row.texts ?? []} t={t} /> : null}
      <Wechats row={row} t={t} />
    </>
  );
}

/** Preview, audience and delivery of a notice. */
export function DeliveryPanel({ row }: PanelProps<typeof messages>) {
  const t = useT();
  const delivery: Row & Extra = row;
  const link = membersLink(row);
  const count = delivery.audience_count ?? 0;
  return (
    <div className={css['panel']}>
      <Phone row={row} t={t} />
      <section>
        <h3>{t(`${key}.audience`)}</h3>
        <p>
          {t(delivery.audience_exact === false ? `${key}.people_more` : `${key}.people`, { n: count })}{' '}
          {link ? <Link to={link}>{t(`${key}.see_members`)}</Link> : null}
        </p>
        {delivery.expected ? <Texts expected={delivery.expected} t={t} /> : null}
        <h3>{t(`${key}.figures`)}</h3>
        <Counts row={delivery} t={t} />
      </section>
    </div>
  );
}
