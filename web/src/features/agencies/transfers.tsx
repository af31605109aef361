import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import agencyWords from 'virtual:words/agencies';
import {
  answerTransfer,
  listTransfers,
  offerTransfer,
  undoTransfer,
  type Transfer,
} from '@kaike/shared/contracts/agencies';
import { transferStateChoices } from '@kaike/shared/domain/agencies/quota-transfer';
import { formatDateTime } from '@kaike/shared/kit/format';
import { call } from '../../api/client.ts';
import { createRequestKeys } from '../../api/request-key.ts';
import { toast } from '../../app/toasts.ts';
import { LoadError } from '../../kit/load-error.tsx';
import { Button, Input, InputNumber, Skeleton } from '../../kit/widgets.ts';
import css from './agencies.module.css';
import { useSend } from './use-send.ts';

const empty = { to_code: '', amount: null as number | null, remark: '' };

function OfferForm({ done }: { done: () => void }) {
  const t = agencyWords.useT();
  const [values, setValues] = useState(empty);
  const [keys] = useState(createRequestKeys);
  const { busy, errors, send } = useSend();
  const isReady = values.to_code.trim() !== '' && (values.amount ?? 0) > 0;
  const submit = (): void =>
    void send(async () => {
      const body = { ...values, to_code: values.to_code.trim(), amount: values.amount ?? 0 };
      await call(offerTransfer, { body, headers: { 'X-Idempotency-Key': keys.keyOf(body) } });
      keys.renew();
      setValues(empty);
      toast('success', t('agencies.offered'));
      done();
    });
  const problem = (name: string) =>
    errors[name]?.[0] ? (
      <span role="alert" className={css['field-error']}>
        {errors[name][0]}
      </span>
    ) : null;
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor="to_code">{t('agencies.to_code')}</label>
      <Input
        id="to_code"
        value={values.to_code}
        maxLength={20}
        autoCapitalize="off"
        autoComplete="off"
        onChange={(event) => setValues({ ...values, to_code: event.target.value })}
      />
      {problem('to_code')}
      <label htmlFor="amount">{t('agencies.amount')}</label>
      <InputNumber
        id="amount"
        value={values.amount}
        min={1}
        max={1_000_000}
        precision={0}
        inputMode="numeric"
        style={{ width: '100%' }}
        onChange={(amount) => setValues({ ...values, amount })}
      />
      {problem('amount')}
      <label htmlFor="remark">{t('agencies.remark')}</label>
      <Input
        id="remark"
        value={values.remark}
        maxLength={200}
        onChange={(event) => setValues({ ...values, remark: event.target.value })}
      />
      <p className="kk-muted">{t('agencies.offer_note')}</p>
      <Button type="primary" htmlType="submit" loading={busy} disabled={!isReady}>
        {t('agencies.offer')}
      </Button>
    </form>
  );
}

function Line({ transfer, done }: { transfer: Transfer; done: () => void }) {
  const t = agencyWords.useT();
  const { busy, send } = useSend();
  const params = { id: transfer.id };
  const run = (work: () => Promise<unknown>, successKey: string) => () =>
    void send(async () => {
      await work();
      toast('success', t(successKey));
      done();
    });
  const state = transferStateChoices.find(({ value }) => value === transfer.state);
  return (
    <li>
      <span>
        <b>{t(transfer.is_mine ? 'agencies.sent_to' : 'agencies.got_from', { name: transfer.other })}</b> ·{' '}
        {t('agencies.count', { count: transfer.amount })}
        <br />
        <span className="kk-muted">
          {formatDateTime(transfer.created_at)}
          {transfer.remark ? ` · ${transfer.remark}` : ''}
        </span>
      </span>
      <span className="kk-buttons">
        <span className={`kk-tag kk-tag-${state?.tone ?? 'default'}`}>
          {t(`agencies.states.${state?.key ?? 'waiting'}`)}
        </span>
        {transfer.may_answer ? (
          <>
            <Button
              type="primary"
              size="small"
              loading={busy}
              onClick={run(() => call(answerTransfer, { params, body: { accept: true } }), 'agencies.accepted')}
            >
              {t('agencies.accept')}
            </Button>
            <Button
              size="small"
              loading={busy}
              onClick={run(() => call(answerTransfer, { params, body: { accept: false } }), 'agencies.declined')}
            >
              {t('agencies.decline')}
            </Button>
          </>
        ) : null}
        {transfer.may_undo ? (
          <Button size="small" loading={busy} onClick={run(() => call(undoTransfer, { params }), 'agencies.undone')}>
            {t('agencies.undo')}
          </Button>
        ) : null}
      </span>
    </li>
  );
}

/** Quota transfers to and from this agency; the server decides which buttons are available. */
export function Transfers() {
  const t = agencyWords.useT();
  const client = useQueryClient();
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['agency-home', 'transfers'],
    queryFn: ({ signal }) => call(listTransfers, { signal }),
  });
  const reload = (): void => void client.invalidateQueries({ queryKey: ['agency-home'] });
  return (
    <section className="kk-panel kk-padded">
      <h3>{t('agencies.transfers')}</h3>
      <OfferForm done={reload} />
      {isError ? <LoadError error={error} retry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton active /> : null}
      {data?.data.length === 0 ? <p className="kk-muted">{t('agencies.transfers_none')}</p> : null}
      <ul className={css['rows']}>
        {data?.data.map((transfer) => (
          <Line key={transfer.id} transfer={transfer} done={reload} />
        ))}
      </ul>
    </section>
  );
}
