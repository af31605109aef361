import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import agencyWords from 'virtual:locale/agencies';
import type { Desk, Handout } from '@kaike/shared/contracts/cards/agency-desk';
import * as agencyDesk from '@kaike/shared/contracts/cards/agency-desk';
import { formatMoney } from '@kaike/shared/kit/format';
import { call } from '../../../../api/client.ts';
import { useForm, type Binding } from '../../../../form/use-form.ts';
import { FieldBox } from '../../../../kit/fields/field-box.tsx';
import { LoadError } from '../../../../kit/load-error.tsx';
import { Button, Input, Skeleton } from '../../../../kit/widgets.ts';
import css from './desk.module.css';
import { IssuedCard } from './issued-card.tsx';
import { RecentCards } from './recent-cards.tsx';

const deskKey = ['agency-home', 'desk'] as const;

function Products({ desk, chosen, choose }: { desk: Desk; chosen: number; choose: (id: number) => void }) {
  const t = agencyWords.useT();
  return (
    <fieldset className={css['products']}>
      <legend className="kk-hidden">{t('agencies.desk.product')}</legend>
      {desk.products.map(({ id, title, course_count: courses, sale_price: price, stock }) => (
        <label key={id} className={`${css['product'] ?? ''} ${id === chosen ? (css['chosen'] ?? '') : ''}`}>
          <input type="radio" name="product" value={id} checked={id === chosen} onChange={() => choose(id)} />
          <b>{title}</b>
          <small>
            <span>
              {courses > 0 ? `${t('agencies.desk.courses', { count: courses })} · ` : ''}
              {formatMoney(price)}
            </span>
            <span className={stock > 0 ? css['stock'] : undefined}>
              {stock > 0 ? t('agencies.desk.stock', { count: stock }) : t('agencies.desk.make_now')}
            </span>
          </small>
        </label>
      ))}
    </fieldset>
  );
}

function useIssue(desk: Desk, issued: (card: Handout) => void) {
  const t = agencyWords.useT();
  const initial: { product_id: number; mobile_phone: string | null; remark: string } = {
    product_id: desk.products[0]?.id ?? 0,
    mobile_phone: null,
    remark: '',
  };
  const form = useForm(agencyDesk.issueCard.body, {
    initial,
    label: (key) => t(`agencies.desk.${key === 'mobile_phone' ? 'mobile' : key === 'remark' ? 'remark' : 'product'}`),
    prefix: 'desk-',
    onSubmit: async (values, keyOf) => {
      issued(await call(agencyDesk.issueCard, { body: values, headers: { 'X-Idempotency-Key': keyOf(values) } }));
      form.reset(['mobile_phone', 'remark']);
    },
  });
  return form;
}

const pick = ({ id, label, error }: Pick<Binding, 'id' | 'label' | 'error'>) => ({ id, label, error });

function IssueForm({ desk, issued }: { desk: Desk; issued: (card: Handout) => void }) {
  const t = agencyWords.useT();
  const form = useIssue(desk, issued);
  const [mobile, remark] = [form.text('mobile_phone'), form.text('remark')];
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <Products desk={desk} chosen={form.values.product_id} choose={(id) => form.set('product_id', id)} />
      <div className={css['fields']}>
        <FieldBox
          {...pick(mobile)}
          help={t(desk.sends_texts ? 'agencies.desk.mobile_hint_text' : 'agencies.desk.mobile_hint')}
        >
          <Input
            id={mobile.id}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            value={mobile.value}
            status={mobile.error ? 'error' : ''}
            onChange={(event) => mobile.onChange(event.target.value)}
            onBlur={mobile.onBlur}
          />
        </FieldBox>
        <FieldBox {...pick(remark)}>
          <Input
            id={remark.id}
            maxLength={200}
            value={remark.value}
            status={remark.error ? 'error' : ''}
            onChange={(event) => remark.onChange(event.target.value)}
            onBlur={remark.onBlur}
          />
        </FieldBox>
        <Button type="primary" htmlType="submit" loading={form.busy} className={css['issue'] ?? ''}>
          {t('agencies.desk.issue')}
        </Button>
      </div>
    </form>
  );
}

/** The open card goes when its time is over, without a request. */
function useUntil(card: Handout | null): Handout | null {
  const [overFor, setOverFor] = useState<number | null>(null);
  useEffect(() => {
    if (!card) return;
    const timer = setTimeout(() => setOverFor(card.id), Math.max(0, Date.parse(card.secret_until) - Date.now()));
    return () => clearTimeout(timer);
  }, [card]);
  return card && card.id !== overFor ? card : null;
}

function OpenDesk({ desk }: { desk: Desk }) {
  const t = agencyWords.useT();
  const client = useQueryClient();
  const reload = (): void => void client.invalidateQueries({ queryKey: ['agency-home'] });
  const card = useUntil(desk.open);
  const show = (open: Handout | null): void => {
    client.setQueryData<Desk>(deskKey, (now) => now && { ...now, open });
    reload();
  };
  return (
    <>
      <section className={`kk-panel kk-padded ${css['desk'] ?? ''}`} aria-labelledby="desk-title">
        <header className={`${css['head'] ?? ''} ${css['screen'] ?? ''}`}>
          <h2 id="desk-title">{t('agencies.desk.title')}</h2>
          <span className="kk-muted">{t('agencies.desk.about')}</span>
        </header>
        {desk.products.length === 0 ? (
          <p className="kk-muted">{t('agencies.desk.none')}</p>
        ) : (
          <div className={css['screen']}>
            <IssueForm desk={desk} issued={show} />
          </div>
        )}
        {card ? <IssuedCard key={card.id} card={card} taken={() => show(null)} /> : null}
      </section>
      <RecentCards cards={desk.recent} />
    </>
  );
}

/** One card for a learner who stands at the desk: a product, perhaps a number, and the card is issued. */
export function DeskPanel() {
  const { data, isError, error, refetch } = useQuery({
    queryKey: deskKey,
    queryFn: ({ signal }) => call(agencyDesk.getDesk, { signal, in_place: true }),
  });
  if (isError && !data) return <LoadError error={error} retry={() => void refetch()} />;
  return data ? <OpenDesk desk={data} /> : <Skeleton active />;
}
