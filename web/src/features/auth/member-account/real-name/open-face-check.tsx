import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import accountWords from 'virtual:locale/account';
import type { Account } from '@kaike/shared/contracts/auth/account';
import { Button } from '../../../../ui/button.tsx';
import { QrCode } from '../../../../ui/qr-code.tsx';
import css from '../member-account.module.css';
import { toastError } from '../member-account.queries.ts';
import { isScanned, openFacePage, useMatchFace } from './start-face.ts';

type Props = { provider: string; check: NonNullable<Account['face_check']>; leave: () => void };

/** A check without a result: after the return from the vendor's page the server queries it once by itself. */
export function OpenFaceCheck({ provider, check, leave }: Props) {
  const t = accountWords.useT();
  const [params, setParams] = useSearchParams();
  const [isBusy, setIsBusy] = useState(false);
  const match = useMatchFace();
  const query = async (): Promise<void> => {
    setIsBusy(true);
    await match(check.certify_id).catch(toastError);
    setIsBusy(false);
  };
  const isBack = params.has('returned');
  useEffect(() => {
    if (!isBack) return;
    // Whatever the vendor added to the address proves nothing, and a reload must not query again.
    setParams({}, { replace: true });
    void query();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each return
  }, [isBack]);
  const isCode = isScanned(provider);
  return (
    <div className={css['grid']}>
      {isCode ? (
        <QrCode
          text={check.url}
          label={t('account.real.scan')}
          note={t('account.real.scan_note')}
          failed={t('common.chunk_failed_hint')}
        />
      ) : (
        <p role="status">{t('account.real.started')}</p>
      )}
      <Button look="primary" block busy={isBusy} onClick={() => void query()}>
        {t('account.real.result')}
      </Button>
      {isCode ? null : (
        <Button look="plain" block onClick={() => openFacePage(provider, check.url)}>
          {t('account.real.resume')}
        </Button>
      )}
      <Button look="plain" block onClick={leave}>
        {t('account.real.restart')}
      </Button>
    </div>
  );
}
