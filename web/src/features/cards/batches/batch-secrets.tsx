import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../../api/api-error.ts';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import { toast } from '../../../app/toasts.ts';
import { useT } from '../../../app/wording.ts';
import { ReasonDialog } from '../../../kit/form/reason-dialog.tsx';
import { Button } from '../../../kit/widgets.ts';
import type { BatchRow } from './batch.ts';
import css from './batches.module.css';
import { downloadSecrets } from './export-secrets.ts';

const PackDialog = lazy(async () => ({
  default: (await loadChunk(() => import('./cartons/pack-dialog.tsx'))).PackDialog,
}));

/** The ways to export the secrets of a batch, for those who may. */
export function BatchSecrets({ batch }: { batch: BatchRow }) {
  const t = useT();
  const [isAsking, setIsAsking] = useState(false);
  const [isPacking, setPacking] = useState(false);
  const run = async (reason: string): Promise<void> => {
    try {
      await downloadSecrets(batch, reason);
      setIsAsking(false);
      toast('success', t('card_batches.exported'));
    } catch (error) {
      toast('error', error instanceof ApiError && error.message ? error.message : t('card_batches.export_failed'));
    }
  };
  return (
    <section className={css['section']}>
      <h3>{t('card_batches.secrets')}</h3>
      <p className="kk-muted">{t('card_batches.secrets_note')}</p>
      <div className="kk-buttons">
        <Button disabled={batch.made_count === 0} onClick={() => setIsAsking(true)}>
          {t('card_batches.export')}
        </Button>
        <Link to={`/admin/card-batches/${batch.id}/print`}>
          <Button disabled={batch.made_count === 0} tabIndex={-1}>
            {t('card_batches.print')}
          </Button>
        </Link>
        <Button disabled={batch.made_count === 0} onClick={() => setPacking(true)}>
          {t('card_batches.package.open')}
        </Button>
      </div>
      {isPacking ? (
        <Suspense fallback={null}>
          <PackDialog batch={batch} close={() => setPacking(false)} />
        </Suspense>
      ) : null}
      {isAsking ? (
        <ReasonDialog
          title={t('card_batches.export')}
          text={t('card_batches.export_count', { count: batch.made_count })}
          label={t('card_batches.reason')}
          hint={t('card_batches.reason_hint')}
          ok={t('card_batches.export')}
          close={() => setIsAsking(false)}
          run={run}
        />
      ) : null}
    </section>
  );
}
