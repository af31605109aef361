import { useEffect, useState } from 'react';
import accountWords from 'virtual:words/personage_admin';
import { confirmSecondFactor } from '@kaike/shared/contracts/second-factor';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { Button, Skeleton } from '../../kit/widgets.ts';
import { FactorInput } from './factor-input.tsx';

const size = 200;

type Props = { secret: string; uri: string; confirmed: (codes: string[]) => void; cancel: () => void };

/** The secret as a QR code and as text, confirmed by a code from the authenticator. */
export function ScanSecret({ secret, uri, confirmed, cancel }: Props) {
  const t = accountWords.useT();
  const [picture, setPicture] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let isGone = false;
    void import('qrcode')
      .then(({ toDataURL }) => toDataURL(uri, { width: size * 2, margin: 1 }))
      .then((drawn) => {
        if (!isGone) setPicture(drawn);
      });
    return () => {
      isGone = true;
    };
  }, [uri]);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      const { recovery_codes: codes, message } = await call(confirmSecondFactor, {
        body: { code: code.replace(/\s/g, '') },
      });
      toast('success', message);
      confirmed(codes);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure.errors['code']?.[0]);
      if (!failure.errors['code'] && !failure.handled) toast('error', failure.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="kk-narrow-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      <p>{t('personage_admin.factor.scan')}</p>
      {picture ? (
        <img src={picture} alt={t('personage_admin.factor.qr')} width={size} height={size} />
      ) : (
        <Skeleton.Node active style={{ width: size, height: size }} />
      )}
      <p className="kk-muted">{t('personage_admin.factor.typed')}</p>
      <p>
        <code>{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
      </p>
      <FactorInput
        id="factor-confirm"
        label={t('personage_admin.factor.code')}
        value={code}
        set={(value) => {
          setCode(value);
          setError(undefined);
        }}
        error={error}
        help={t('personage_admin.factor.confirm_help')}
      />
      <Button type="primary" htmlType="submit" loading={busy}>
        {t('personage_admin.factor.confirm')}
      </Button>{' '}
      <Button onClick={cancel}>{t('personage_admin.factor.cancel')}</Button>
    </form>
  );
}
