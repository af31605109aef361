import * as agreement from '@kaike/shared/contracts/auth/agreement';
import { call } from '../../../../api/client.ts';
import { LoadFailure } from '../../../../app/loading/load-failure.tsx';
import { useLoad } from '../../../../app/loading/use-load.ts';
import { useT } from '../../../../app/wording.ts';
import { Skeleton } from '../../../../ui/parts.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import css from '../login.module.css';

const load = (signal: AbortSignal) => call(agreement.getAgreement, { signal, quiet: true });

/** The agreement or the privacy policy above the page that links to it. */
export function DocumentSheet({ name, close }: { name: 'terms' | 'privacy'; close: () => void }) {
  const t = useT();
  const { data, failed, error, reload } = useLoad(load);
  const document = name === 'privacy' ? data?.privacy : data;
  const title = document?.title ?? t(name === 'privacy' ? 'auth.privacy_title' : 'auth.agreement_title');
  return (
    <Sheet open title={title} onClose={close} closeLabel={t('common.close')}>
      {failed ? <LoadFailure error={error} retry={reload} /> : null}
      {document ? (
        <>
          <p className={css['muted']}>{t('auth.version', { version: document.version })}</p>
          <div className={css['text']}>{document.content}</div>
        </>
      ) : failed ? null : (
        <Skeleton height={320} />
      )}
    </Sheet>
  );
}
