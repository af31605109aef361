import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { printCards } from '@kaike/shared/contracts/card-batches';
import type { AnswerOf } from '@kaike/shared/kit/contract';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { useT } from '../../app/wording.ts';
import { PageTitle } from '../../kit/page-title.tsx';
import { Button, Input } from '../../kit/widgets.ts';
import css from './card-batches.module.css';
import { CardSheet } from './card-sheet.tsx';

type Sheet = AnswerOf<typeof printCards>;

/** Cards to print and cut: asks why, then shows the sheets as the printer will have them. */
export function PrintCardsPage() {
  const t = useT();
  const id = Number(useParams()['id'] ?? 0);
  const [reason, setReason] = useState('');
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [busy, setBusy] = useState(false);
  const load = async (page: number): Promise<void> => {
    setBusy(true);
    try {
      setSheet(await call(printCards, { params: { id }, query: { reason: reason.trim(), page } }));
    } catch (error) {
      if (error instanceof ApiError && !error.handled) toast('error', error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className={css['screen']}>
        <PageTitle title={sheet ? `${t('card_batches.print_title')} · ${sheet.batch.name}` : t('card_batches.print_title')} extra={<Link to={`/admin/card-batches?open=${id}`}>{t('card_batches.back')}</Link>} />
        <section className="kk-panel kk-padded">
          <p>{t('card_batches.print_hint')}</p>
          {sheet ? (
            <div className="kk-buttons">
              <Button type="primary" disabled={sheet.cards.length === 0} onClick={() => window.print()}>{t('card_batches.print_now')}</Button>
              <Button disabled={sheet.page <= 1} loading={busy} onClick={() => void load(sheet.page - 1)}>{t('card_batches.print_prev')}</Button>
              <Button disabled={sheet.page >= sheet.last_page} loading={busy} onClick={() => void load(sheet.page + 1)}>{t('card_batches.print_next')}</Button>
              <span role="status">{sheet.cards.length === 0 ? t('card_batches.print_none') : t('card_batches.print_page', { page: sheet.page, last: sheet.last_page, count: sheet.cards.length })}</span>
            </div>
          ) : (
            <form className={css['why']} onSubmit={(event) => { event.preventDefault(); void load(1); }}>
              <label htmlFor="reason">{t('card_batches.reason')}</label>
              <Input id="reason" value={reason} maxLength={200} placeholder={t('card_batches.reason_hint')} onChange={(event) => setReason(event.target.value)} />
              <p className="kk-muted">{t('card_batches.secrets_note')}</p>
              <Button type="primary" htmlType="submit" disabled={reason.trim() === ''} loading={busy}>{t('card_batches.print_start')}</Button>
            </form>
          )}
        </section>
      </div>
      {sheet ? <CardSheet sheet={sheet} /> : null}
    </>
  );
}
