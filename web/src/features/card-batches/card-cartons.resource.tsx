import { useState } from 'react';
import { Link } from 'react-router';
import cartonWords from 'virtual:words/cartons';
import { reportMissing } from '@kaike/shared/contracts/card-cartons';
import { cartonState } from '@kaike/shared/domain/cards/carton-state';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { createRequestKeys } from '../../api/request-key.ts';
import { toast } from '../../app/toasts.ts';
import type { PanelProps, ResourceView, ToolbarProps } from '../../kit/resource-view.ts';
import { Button, Input } from '../../kit/widgets.ts';
import css from './cartons/cartons.module.css';

function Toolbar({ permissions }: ToolbarProps) {
  const t = cartonWords.useT();
  return permissions.includes('receive') ? (
    <Link to="/admin/card-cartons/scan">
      <Button type="primary" tabIndex={-1}>
        {t('cartons.scan.open')}
      </Button>
    </Link>
  ) : null;
}

/** Cards missing from the carton. */
function Missing({ row, reload }: PanelProps) {
  const t = cartonWords.useT();
  const [numbers, setNumbers] = useState('');
  const [reason, setReason] = useState(() => '');
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [keys] = useState(createRequestKeys);
  const send = async (): Promise<void> => {
    setBusy(true);
    setWrong(null);
    try {
      const body = { numbers, reason: reason.trim() };
      const { frozen } = await call(reportMissing, {
        params: { id: row.id },
        body,
        headers: { 'X-Idempotency-Key': keys.keyOf(body) },
      });
      toast('success', t('cartons.missing.done', { count: frozen }));
      setNumbers('');
      keys.renew();
      reload();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const message = error.errors['numbers']?.[0];
      if (message) setWrong(message);
      else if (!error.handled) toast('error', error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={css['missing']}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h3>{t('cartons.missing.title')}</h3>
      <p className="kk-muted">{t('cartons.missing.text')}</p>
      <label htmlFor="missing-numbers">{t('cartons.missing.numbers')}</label>
      <Input.TextArea
        id="missing-numbers"
        rows={3}
        maxLength={10_000}
        value={numbers}
        aria-invalid={wrong !== null}
        placeholder={String(row['first_no'])}
        onChange={(event) => setNumbers(event.target.value)}
      />
      {wrong ? (
        <p role="alert" className="kk-error">
          {wrong}
        </p>
      ) : null}
      <label htmlFor="missing-reason">{t('cartons.missing.reason')}</label>
      <Input
        id="missing-reason"
        maxLength={200}
        value={reason}
        placeholder={t('cartons.missing.reason_hint')}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="kk-buttons">
        <Button htmlType="submit" danger loading={busy} disabled={numbers.trim() === '' || reason.trim() === ''}>
          {t('cartons.missing.run')}
        </Button>
      </div>
    </form>
  );
}

function MissingPanel(props: PanelProps) {
  const t = cartonWords.useT();
  const isOpen = props.row['state'] !== cartonState.voided;
  return (
    <>
      <p>
        <Link to={`/admin/card-batches/${String(props.row['batch_id'])}/cartons`}>{t('cartons.labels.open')}</Link>
      </p>
      {isOpen ? <Missing {...props} /> : <p className="kk-muted">{t('cartons.missing.voided')}</p>}
    </>
  );
}

export const resourceView: ResourceView = {
  toolbar: Toolbar,
  panels: [{ key: 'missing', wording: 'resources.card-cartons.missing', panel: MissingPanel, permission: 'receive' }],
};
