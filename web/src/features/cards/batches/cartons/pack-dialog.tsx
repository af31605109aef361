import { useState } from 'react';
import * as cardPackages from '@kaike/shared/contracts/cards/card-packages';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { formatDateTime } from '@kaike/shared/kit/format';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import { copyText } from '../../../../app/components/copy-text.ts';
import { toast } from '../../../../app/toasts.ts';
import { useT } from '../../../../app/wording.ts';
import { ReasonDialog } from '../../../../kit/form/reason-dialog.tsx';
import { Alert, Button, Modal } from '../../../../kit/widgets.ts';
import { savePackage, tokenOf } from '../packages/save-package.ts';
import type { BatchRow } from '../batch.ts';
import css from './pack-dialog.module.css';

type PackResult = ResponseOf<typeof cardPackages.packCards>;
type Props = { batch: BatchRow; close: () => void };

/** A value shown only once, to be copied and sent separately. */
function CopyOnce({ label, value }: { label: string; value: string }) {
  const t = useT();
  return (
    <p className={css['told']}>
      <span>{label}</span>
      <code>{value}</code>
      <Button
        aria-label={t('card_batches.package.copy_one', { name: label })}
        onClick={() => void copyText(value, t('card_batches.package.copied'))}
      >
        {t('card_batches.package.copy')}
      </Button>
    </p>
  );
}

function PackedDialog({ batch, packed, close }: Props & { packed: PackResult }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await savePackage(tokenOf(packed.url), { name: `${batch.batch_no}.zip`, key });
      setSaved(true);
    } catch (error) {
      toast('error', (error instanceof ApiError && error.message) || t('card_batches.export_failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('card_batches.package.title')}
      onCancel={close}
      mask={{ closable: false }}
      destroyOnHidden
      footer={<Button onClick={close}>{t('card_batches.package.close')}</Button>}
    >
      <p>
        {t('card_batches.package.ready', {
          count: packed.card_count,
          time: formatDateTime(packed.expires_at).slice(0, 16),
        })}
      </p>
      <CopyOnce label={t('card_batches.package.link')} value={packed.url} />
      <CopyOnce label={t('card_batches.package.password')} value={packed.password} />
      <Alert type="warning" showIcon title={t('card_batches.package.warning')} />
      <p className={css['ways']}>
        <Button loading={busy} disabled={isSaved} onClick={() => void save()}>
          {t(isSaved ? 'card_batches.package.saved' : 'card_batches.package.save')}
        </Button>
      </p>
    </Modal>
  );
}

/** Packs the cards for a printer: first the reason, then the password, shown once, and the file, downloaded once. */
export function PackDialog({ batch, close }: Props) {
  const t = useT();
  const [packed, setPacked] = useState<PackResult | null>(null);
  const run = async (reason: string): Promise<void> =>
    setPacked(await call(cardPackages.packCards, { params: { id: batch.id }, body: { reason }, timeout_ms: 120_000 }));
  if (packed) return <PackedDialog batch={batch} packed={packed} close={close} />;
  return (
    <ReasonDialog
      title={t('card_batches.package.title')}
      text={t('card_batches.package.text', { count: batch.made_count })}
      label={t('card_batches.reason')}
      hint={t('card_batches.reason_hint')}
      ok={t('card_batches.package.run')}
      close={close}
      run={run}
    />
  );
}
