import { agreement } from '@kaike/shared/contracts/auth';
import { call } from '../../api/client.ts';
import { useLoad } from '../../app/use-load.ts';
import { useTitle } from '../../app/use-title.ts';
import { useT } from '../../app/wording.ts';
import { Card, ErrorState, Skeleton } from '../../ui/parts.tsx';
import css from './auth.module.css';

const load = (signal: AbortSignal) => call(agreement, { signal });

/** The agreement as the school wrote it; plain text, never markup. */
export function AgreementPage() {
  const t = useT();
  const { data, failed, reload } = useLoad(load);
  useTitle(data?.title ?? t('auth.agreement_title'));
  if (failed) return <ErrorState title={t('common.load_failed')} text={t('common.load_failed_hint')} retry_label={t('common.retry')} retry={reload} />;
  return (
    <Card>
      <div className={css['box']}>
        <h1>{data?.title ?? t('auth.agreement_title')}</h1>
        {data ? <><p className={css['muted']}>{t('auth.version', { version: data.version })}</p><div className={css['text']}>{data.content}</div></> : <Skeleton height={320} />}
      </div>
    </Card>
  );
}
