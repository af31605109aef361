import { Link } from 'react-router';
import cardControlWords from 'virtual:locale/card_control';
import type { ApprovalPreview } from '@kaike/shared/contracts/cards/card-approvals';
import { approvalState } from '@kaike/shared/domain/cards/card-approval';
import { cardStateChoices } from '@kaike/shared/domain/cards/card-state';
import { formatDateTime } from '@kaike/shared/kit/format';
import type { Translate } from '@kaike/shared/kit/wording';
import { cardApprovals } from '@kaike/shared/resources/cards/card-approvals';
import { useCan } from '../../../../app/session.ts';
import css from '../../../../kit/detail/detail.module.css';
import { RowResponses, type RowResponse } from '../../../../kit/detail/row-response.tsx';
import type { PanelProps, ShownRowOf } from '../../../../kit/resource-view.ts';
import { Alert } from '../../../../kit/widgets.ts';
import { approvalSteps } from './approval-steps.ts';

type Row = ShownRowOf<typeof cardApprovals>;

type ApprovalRow = Row & { preview: ApprovalPreview };

const time = (value: unknown): string => formatDateTime(String(value));

function stateName(t: Translate, state: number): string {
  const key = cardStateChoices.find((choice) => choice.value === state)?.key ?? '';
  return t(`resources.cards.choices.state.${key}`);
}

/** Who requests what and why. */
function RequestSummary({ row }: { row: ApprovalRow }) {
  const t = cardControlWords.useT();
  const action = t(`resources.card-approvals.choices.action.${row.preview.action.replaceAll('-', '_')}`);
  return (
    <div className={css['lead']}>
      <strong>{t('card_control.approval.asks', { who: String(row.labels?.requested_by ?? ''), action })}</strong>
      <span>{t('card_control.approval.about', { count: Number(row.card_count) })}</span>
      <span>
        {t('card_control.approval.reason')}
        {t('lists.colon')}
        {String(row.reason)}
      </span>
      {row.state === approvalState.pending ? (
        <span className="kk-muted">{t('card_control.approval.until', { time: time(row.expires_at) })}</span>
      ) : null}
      {row.state === approvalState.approved ? (
        <span className="kk-muted">{t('card_control.approval.use_until', { time: time(row.expires_at) })}</span>
      ) : null}
    </div>
  );
}

const refusalWords: Record<NonNullable<ApprovalPreview['refusal']>, string> = {
  self: 'self',
  agency: 'agency_refused',
  state: 'over',
};

function Decision({ row, permissions, reload }: Omit<PanelProps<typeof cardApprovals>, 'row'> & { row: ApprovalRow }) {
  const t = cardControlWords.useT();
  const { refusal, may_withdraw } = row.preview;
  if (row.state !== approvalState.pending) return null;
  const response = (name: string, more: Partial<RowResponse> = {}): RowResponse => ({
    name,
    label: t(`resources.card-approvals.actions.${name}`),
    about: t(`resources.card-approvals.about.${name}`),
    ...more,
  });
  const responses = [
    ...(refusal === null ? [response('approve', { primary: true }), response('decline', { danger: true })] : []),
    ...(may_withdraw ? [response('withdraw')] : []),
  ].filter(({ name }) => permissions.includes(name));
  return (
    <section>
      <h3>{t('card_control.approval.decide')}</h3>
      {refusal === null ? null : (
        <Alert
          type="info"
          showIcon
          title={t(`card_control.approval.${refusalWords[refusal]}`)}
          style={{ marginBottom: 12 }}
        />
      )}
      <RowResponses definition={cardApprovals} row={row} responses={responses} done={reload} />
    </section>
  );
}

function Facts({ row }: { row: ApprovalRow }) {
  const t = cardControlWords.useT();
  const mayShow = useCan('admin.card-batches.show');
  const { batch, action } = row.preview;
  if (!batch) return null;
  const name = batch.name || batch.batch_no;
  const day = (value: unknown): string => (value ? time(value) : t('card_control.approval.forever'));
  return (
    <dl className={css['facts']}>
      <div>
        <dt>{t('card_control.approval.batch')}</dt>
        <dd>{mayShow ? <Link to={`/admin/card-batches/${batch.id}`}>{name}</Link> : name}</dd>
      </div>
      <div>
        <dt>{t('card_control.approval.agency')}</dt>
        <dd>{batch.agency || t('card_control.approval.school')}</dd>
      </div>
      {action === 'redate-batch' ? (
        <>
          <div>
            <dt>{t('card_control.approval.present_end')}</dt>
            <dd>{day(batch.redeem_end_at)}</dd>
          </div>
          <div>
            <dt>{t('card_control.approval.new_end')}</dt>
            <dd>{day(row.redeem_end_at)}</dd>
          </div>
        </>
      ) : null}
    </dl>
  );
}

/** What would happen if it were carried out now. */
function Preview({ row }: { row: ApprovalRow }) {
  const t = cardControlWords.useT();
  const maySee = useCan('admin.cards.list');
  const { states, possible, sample, batch } = row.preview;
  const total = Number(row.card_count);
  return (
    <section>
      <h3>{t('card_control.approval.preview')}</h3>
      <p>
        {possible < total
          ? t('card_control.approval.possible', { possible: possible.toLocaleString(), total: total.toLocaleString() })
          : t('card_control.approval.all_possible', { possible: possible.toLocaleString() })}
      </p>
      {states.length > 0 ? (
        <p className={css['note']}>
          {t('card_control.approval.states')}
          {t('lists.colon')}
          {states.map((one) => `${stateName(t, one.state)} ${one.count.toLocaleString()}`).join(' · ')}
        </p>
      ) : null}
      {sample.length > 0 ? (
        <>
          <h3>{t('card_control.approval.sample')}</h3>
          <ul className={css['rows']}>
            {sample.map((card) => (
              <li key={card.id}>
                <span>{maySee ? <Link to={`/admin/cards/${card.id}`}>{card.card_no}</Link> : card.card_no}</span>
                <small>{stateName(t, card.state)}</small>
                {card.holder ? <small>{t('card_control.approval.holder', { name: card.holder })}</small> : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {maySee && batch ? (
        <p className={css['note']}>
          <Link to={`/admin/cards?where[batch_id]=${batch.id}`}>{t('card_control.approval.see_all')}</Link>
        </p>
      ) : null}
    </section>
  );
}

function Progress({ row }: { row: ApprovalRow }) {
  const t = cardControlWords.useT();
  const figures = { changed: Number(row.changed_count), failed: Number(row.failed_count) };
  return (
    <section>
      <h3>{t('card_control.approval.progress')}</h3>
      <ol className={css['line']}>
        {approvalSteps(row).map((step) => (
          <li key={step.name}>
            {step.at ? <time dateTime={step.at}>{formatDateTime(step.at)}</time> : <span />}
            <div>
              {[step.who, t(`card_control.approval.steps.${step.name}`)].filter(Boolean).join(' ')}
              {step.note ? <small>{step.note}</small> : null}
              {step.name === 'done' || (step.name === 'working' && figures.changed > 0) ? (
                <small>{t('card_control.approval.result', figures)}</small>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A request as the approver sees it: action, number of cards, dry run and progress. */
export function ApprovalPanel({ row: panelRow, permissions, reload }: PanelProps<typeof cardApprovals>) {
  const row = panelRow as ApprovalRow;
  const isOpen = row.state === approvalState.pending;
  return (
    <div className={css['detail']}>
      <RequestSummary row={row} />
      <Facts row={row} />
      <Decision row={row} permissions={permissions} reload={reload} />
      {isOpen ? <Preview row={row} /> : null}
      <Progress row={row} />
    </div>
  );
}
