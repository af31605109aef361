import accountWords from 'virtual:locale/personage_admin';
import * as secondFactor from '@kaike/shared/contracts/auth/second-factor';
import { call } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { useForm } from '../../../form/use-form.ts';
import { Button, Skeleton } from '../../../kit/widgets.ts';
import { useQrCode } from '../../../ui/use-qr-code.ts';
import { FactorInput } from './factor-input.tsx';

const size = 200;

type Props = { secret: string; uri: string; confirmed: (codes: string[]) => void; cancel: () => void };

/** The secret as a QR code and as text, confirmed by a code from the authenticator. */
export function ScanSecret({ secret, uri, confirmed, cancel }: Props) {
  const t = accountWords.useT();
  const picture = useQrCode(uri, size * 2);
  const form = useForm(secondFactor.confirmSecondFactor.body, {
    initial: { code: '' },
    label: () => t('personage_admin.factor.code'),
    prefix: 'factor-confirm-',
    onSubmit: async ({ code }) => {
      const { recovery_codes: codes, message } = await call(secondFactor.confirmSecondFactor, { body: { code } });
      toast('success', message);
      confirmed(codes);
    },
  });
  return (
    <form className="kk-narrow-form" noValidate onSubmit={form.onSubmit}>
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
        {...form.text('code')}
        onChange={(code) => form.set('code', code.replace(/\s/g, ''))}
        help={t('personage_admin.factor.confirm_help')}
      />
      <Button type="primary" htmlType="submit" loading={form.busy}>
        {t('personage_admin.factor.confirm')}
      </Button>{' '}
      <Button onClick={cancel}>{t('personage_admin.factor.cancel')}</Button>
    </form>
  );
}
