import { useSearchParams } from 'react-router';
import * as agreement from '@kaike/shared/contracts/auth/agreement';
import { call } from '../../../api/client.ts';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { useLoad } from '../../../app/loading/use-load.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useT } from '../../../app/wording.ts';
import { Card, Skeleton, Tabs } from '../../../ui/parts.tsx';
import css from './login.module.css';

const load = (signal: AbortSignal) => call(agreement.getAgreement, { signal });

/** The agreement and the privacy policy of the school; plain text, never markup. */
export function AgreementPage() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const { data, failed, error, reload } = useLoad(load);
  const active = params.get('doc') === 'privacy' ? 'privacy' : 'terms';
  const activeDocument = active === 'privacy' ? data?.privacy : data;
  const title = activeDocument?.title ?? t(active === 'privacy' ? 'auth.privacy_title' : 'auth.agreement_title');
  useTitle(title);
  if (failed) return <LoadFailure error={error} retry={reload} />;
  const tabs = [
    { key: 'terms', label: t('auth.agreement_title') },
    { key: 'privacy', label: t('auth.privacy_title') },
  ] as const;
  return (
    <Card>
      <div className={css['box']}>
        <Tabs
          label={t('auth.documents')}
          active={active}
          onChange={(key) => setParams(key === 'privacy' ? { doc: 'privacy' } : {}, { replace: true })}
          tabs={[...tabs]}
        />
        <h1>{title}</h1>
        {activeDocument ? (
          <>
            <p className={css['muted']}>{t('auth.version', { version: activeDocument.version })}</p>
            <div className={css['text']}>{activeDocument.content}</div>
          </>
        ) : (
          <Skeleton height={320} />
        )}
      </div>
    </Card>
  );
}
