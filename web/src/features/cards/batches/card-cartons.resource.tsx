import type { cardCartons } from '@kaike/shared/resources/cards/card-cartons';
import { Link } from 'react-router';
import cartonWords from 'virtual:locale/cartons';
import * as cardCartonsApi from '@kaike/shared/contracts/cards/card-cartons';
import { cartonState } from '@kaike/shared/domain/cards/carton-state';
import { call } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import type { PanelProps, ResourceView, ToolbarProps } from '../../../kit/resource-view.ts';
import { useForm } from '../../../form/use-form.ts';
import { Button, Input } from '../../../kit/widgets.ts';
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
function Missing({ row, reload }: PanelProps<typeof cardCartons>) {
  const t = cartonWords.useT();
  const form = useForm(cardCartonsApi.reportMissing.body, {
    initial: { numbers: '', reason: '' },
    label: (key) => t(`cartons.missing.${key}`),
    prefix: 'missing-',
    onSubmit: async (values, keyOf) => {
      const body = { ...values, reason: values.reason.trim() };
      const { frozen } = await call(cardCartonsApi.reportMissing, {
        params: { id: row.id },
        body,
        headers: { 'X-Idempotency-Key': keyOf(body) },
      });
      toast('success', t('cartons.missing.done', { count: frozen }));
      form.reset(['numbers']);
      reload();
    },
  });
  const [numbers, reason] = [form.text('numbers'), form.text('reason')];
  return (
    <form className={css['missing']} noValidate onSubmit={form.onSubmit}>
      <h3>{t('cartons.missing.title')}</h3>
      <p className="kk-muted">{t('cartons.missing.text')}</p>
      <label htmlFor={numbers.id}>{numbers.label}</label>
      <Input.TextArea
        id={numbers.id}
        rows={3}
        maxLength={10_000}
        value={numbers.value}
        aria-invalid={numbers.flags.invalid}
        placeholder={String(row.first_no)}
        onChange={(event) => numbers.onChange(event.target.value)}
        onBlur={numbers.onBlur}
      />
      {numbers.error ? (
        <p role="alert" className="kk-error">
          {numbers.error}
        </p>
      ) : null}
      <label htmlFor={reason.id}>{reason.label}</label>
      <Input
        id={reason.id}
        maxLength={200}
        value={reason.value}
        placeholder={t('cartons.missing.reason_hint')}
        onChange={(event) => reason.onChange(event.target.value)}
        onBlur={reason.onBlur}
      />
      {reason.error ? (
        <p role="alert" className="kk-error">
          {reason.error}
        </p>
      ) : null}
      <div className="kk-buttons">
        <Button
          htmlType="submit"
          danger
          loading={form.busy}
          disabled={numbers.value.trim() === '' || reason.value.trim() === ''}
        >
          {t('cartons.missing.run')}
        </Button>
      </div>
    </form>
  );
}

function MissingPanel(props: PanelProps<typeof cardCartons>) {
  const t = cartonWords.useT();
  const isOpen = props.row.state !== cartonState.voided;
  return (
    <>
      <p>
        <Link to={`/admin/card-batches/${String(props.row.batch_id)}/cartons`}>{t('cartons.labels.open')}</Link>
      </p>
      {isOpen ? <Missing {...props} /> : <p className="kk-muted">{t('cartons.missing.voided')}</p>}
    </>
  );
}

export const resourceView: ResourceView<typeof cardCartons> = {
  toolbar: Toolbar,
  panels: [{ key: 'missing', wording: 'resources.card-cartons.missing', panel: MissingPanel, permission: 'receive' }],
};
