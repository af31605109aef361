import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { useT } from '../../../app/wording.ts';
import type { Form } from '../../../form/use-form.ts';
import { CodeField } from '../../../ui/code-field.tsx';
import { TextField } from '../../../ui/fields.tsx';
import type { useCaptcha } from './use-captcha.tsx';

type Contact = 'mobile_phone' | 'email';
type Props<K extends Contact> = {
  contact: K;
  form: Form<Record<K | 'message_code', string>>;
  captcha: ReturnType<typeof useCaptcha>;
  /** Storage key of the remaining wait, to survive a reload. */
  storageKey: string;
  requestCode: (receiver: string, verify: string) => Promise<{ wait: number; message: string }>;
};

/** A mobile number or mailbox and the code sent to it once the captcha is solved; errors are shown at their field or in a toast. */
export function ContactAndCode<K extends Contact>({ contact, form, captcha, storageKey, requestCode }: Props<K>) {
  const t = useT();
  const [sent, setSent] = useState('');
  const isMobile = contact === 'mobile_phone';
  const kind = isMobile ? 'tel' : 'email';
  const send = async (): Promise<number | null> => {
    if (!form.validate([contact])) return null;
    const verify = await captcha.verify();
    if (!verify) return null;
    try {
      const { wait, message } = await requestCode(form.values[contact], verify);
      // What was said of the code before it was requested would stand in the place of that it was sent.
      form.reset(['message_code']);
      setSent(message);
      return wait;
    } catch (error) {
      form.refuse(error);
      // The number got a code elsewhere, for instance at the login a moment ago.
      return error instanceof ApiError && error.code === 'auth.code_too_soon' ? error.retry_after : null;
    }
  };
  return (
    <>
      <TextField
        {...form.text(contact)}
        icon={isMobile ? 'phone' : 'mail'}
        type={kind}
        inputMode={kind}
        autoComplete={kind}
        placeholder={isMobile ? t('auth.hints.mobile_phone') : ''}
      />
      <CodeField
        {...form.text('message_code')}
        icon="shield"
        placeholder={t('auth.hints.message_code')}
        hint={sent}
        storageKey={storageKey}
        send={send}
        sendLabel={t('auth.send_code')}
        waitLabel={(seconds) => t('auth.wait', { seconds })}
      />
      <p className="visually-hidden" role="status">
        {sent}
      </p>
    </>
  );
}
