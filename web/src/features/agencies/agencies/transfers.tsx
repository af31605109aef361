import { useQuery, useQueryClient } from '@tanstack/react-query';
import agencyWords from 'virtual:locale/agencies';
import type { Transfer } from '@kaike/shared/contracts/agencies/agencies';
import * as agencies from '@kaike/shared/contracts/agencies/agencies';
import { transferStateChoices } from '@kaike/shared/domain/agencies/quota-transfer';
import { formatDateTime } from '@kaike/shared/kit/format';
import { call } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { useForm } from '../../../form/use-form.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { Button, Input, InputNumber, Skeleton } from '../../../kit/widgets.ts';
import css from './agencies.module.css';
import { useSend } from './use-send.ts';

const empty: { to_code: string; amount: number | null; remark: string } = { to_code: '', amount: null, remark: '' };

function OfferForm({ done }: { done: () => void }) {
  const t = agencyWords.useT();
  const form = useForm(agencies.offerTransfer.body, {
    initial: empty,
    label: (key) => t(`agencies.${key}`),
    prefix: '',
    onSubmit: async (values, keyOf) => {
      const body = { ...values, to_code: values.to_code.trim(), amount: values.amount ?? 0 };
      await call(agencies.offerTransfer, { body, headers: { 'X-Idempotency-Key': keyOf(body) } });
      form.reset();
      toast('success', t('agencies.offered'));
      done();
    },
  });
  const { to_code, amount } = form.values;
  const isReady = to_code.trim() !== '' && (amount ?? 0) > 0;
  const problem = (name: keyof typeof empty) => {
    const { error } = form.bind(name);
    return error ? (
      <span role="alert" className={css['field-error']}>
        {error}
      </span>
    ) : null;
  };
  return (
    <form className={css['form']} noValidate onSubmit={form.onSubmit}>
      <label htmlFor="to_code">{t('agencies.to_code')}</label>
      <Input
        id="to_code"
        value={to_code}
        maxLength={20}
        autoCapitalize="off"
        autoComplete="off"
        onChange={(event) => form.set('to_code', event.target.value)}
        onBlur={form.bind('to_code').onBlur}
      />
      {problem('to_code')}
      <label htmlFor="amount">{t('agencies.amount')}</label>
      <InputNumber
        id="amount"
        value={amount}
        min={1}
        max={1_000_000}
        precision={0}
        inputMode="numeric"
        style={{ width: '100%' }}
        onChange={(count) => form.set('amount', count)}
        onBlur={form.bind('amount').onBlur}
      />
      {problem('amount')}
      <label htmlFor="remark">{t('agencies.remark')}</label>
      <Input
        id="remark"
        value={form.values.remark}
        maxLength={200}
        onChange={(event) => form.set('remark', event.target.value)}
      />
      {problem('remark')}
      <p className="kk-muted">{t('agencies.offer_note')}</p>
      <Button type="primary" htmlType="submit" loading={form.busy} disabled={!isReady}>
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
              onClick={run(
                () => call(agencies.answerTransfer, { params, body: { accept: true } }),
                'agencies.accepted',
              )}
            >
              {t('agencies.accept')}
            </Button>
            <Button
              size="small"
              loading={busy}
              onClick={run(
                () => call(agencies.answerTransfer, { params, body: { accept: false } }),
                'agencies.declined',
              )}
            >
              {t('agencies.decline')}
            </Button>
          </>
        ) : null}
        {transfer.may_undo ? (
          <Button
            size="small"
            loading={busy}
            onClick={run(() => call(agencies.undoTransfer, { params }), 'agencies.undone')}
          >
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
    queryFn: ({ signal }) => call(agencies.listTransfers, { signal, in_place: true }),
  });
  const reload = (): void => void client.invalidateQueries({ queryKey: ['agency-home'] });
  return (
    <section className="kk-panel kk-padded">
      <h2 className={css['title']}>{t('agencies.transfers')}</h2>
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
