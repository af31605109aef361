import { toast } from '../../app/toasts.ts';
import { useT } from '../../app/wording.ts';
import type { Form } from '../../form/use-form.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { TextField } from '../../ui/fields.tsx';
import type { useCaptcha } from './use-captcha.tsx';

type Props = {
  form: Form<{ mobile_phone: string; message_code: string }>;
  captcha: ReturnType<typeof useCaptcha>;
  /** Storage key of the remaining wait, to survive a reload. */
  storage_key: string;
  requestCode: (body: { mobile_phone: string; verify: string }) => Promise<{ wait: number; message: string }>;
};

/** A mobile number and the code sent to it once the captcha is solved; errors are shown at their field or in a toast. */
export function MobileAndCode({ form, captcha, storage_key, requestCode }: Props) {
  const t = useT();
  const send = async (): Promise<number | null> => {
    if (!form.validate(['mobile_phone'])) return null;
    const verify = await captcha.verify();
    if (!verify) return null;
    try {
      const { wait, message } = await requestCode({ mobile_phone: form.values.mobile_phone, verify });
      toast('success', message);
      return wait;
    } catch (error) {
      form.refuse(error);
      return null;
    }
  };
  return (
    <>
      <TextField
        {...form.text('mobile_phone')}
        icon="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder={t('auth.hints.mobile_phone')}
      />
      <CodeField
        {...form.text('message_code')}
        icon="shield"
        placeholder={t('auth.hints.message_code')}
        storage_key={storage_key}
        send={send}
        send_label={t('auth.send_code')}
        wait_label={(seconds) => t('auth.wait', { seconds })}
      />
    </>
  );
}
