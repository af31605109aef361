import { useState } from 'react';
import agencyWords from 'virtual:locale/agencies';
import * as agencies from '@kaike/shared/contracts/agencies/agencies';
import { field } from '@kaike/shared/kit/field';
import { call, request } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { useForm } from '../../../form/use-form.ts';
import { Button, Modal } from '../../../kit/widgets.ts';
import { CodeField } from '../../../ui/code-field.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useCaptcha } from '../../auth/login/public.ts';
import css from './agencies.module.css';

const mobile = field.mobile({ rules: 'required' });
const byCode = { mobile_phone: mobile, message_code: field.text({ rules: 'required|mobile_code' }) };
const byReason = { mobile_phone: mobile, reason: field.text({ rules: 'required|max:200' }) };

type ProofMethod = 'code' | 'reason';

function NumberForm({ id, way, done }: { id: number; way: ProofMethod; done: () => void }) {
  const t = agencyWords.useT();
  const captcha = useCaptcha();
  const form = useForm(way === 'code' ? byCode : byReason, {
    initial: { mobile_phone: '', message_code: '', reason: '' },
    label: (name) => t(`agencies.mobile.${name}`),
    onSubmit: async ({ mobile_phone, message_code: code, reason }, keyOf) => {
      const proof = way === 'code' ? { message_code: code } : { reason };
      const body = { ids: [id], mobile_phone, ...proof };
      await request('PUT', '/admin/agencies/mobile-phone', { body, headers: { 'X-Idempotency-Key': keyOf(body) } });
      toast('success', t('agencies.mobile.done'));
      done();
    },
  });
  const send = async (): Promise<number | null> => {
    const verify = form.validate(['mobile_phone']) ? await captcha.verify() : null;
    if (!verify) return null;
    try {
      return (
        await call(agencies.sendAgencyCode, {
          params: { id },
          body: { mobile_phone: form.values.mobile_phone, verify },
        })
      ).wait;
    } catch (error) {
      form.refuse(error);
      return null;
    }
  };
  return (
    <form className={css['mobile']} noValidate onSubmit={form.onSubmit}>
      <TextField {...form.text('mobile_phone')} type="tel" inputMode="numeric" autoComplete="off" />
      {way === 'code' ? (
        <CodeField
          {...form.text('message_code')}
          storageKey={`wait:agency:${id}`}
          send={send}
          sendLabel={t('agencies.mobile.send')}
          waitLabel={(seconds) => t('agencies.mobile.wait', { seconds })}
        />
      ) : (
        <TextField {...form.text('reason')} />
      )}
      <Button type="primary" htmlType="submit" loading={form.busy}>
        {t('agencies.mobile.run')}
      </Button>
      {captcha.dialog}
    </form>
  );
}

/** Changes an agency's mobile number: verified by a code sent to it or, if that is impossible, justified with a reason. */
export function MobileDialog({ id, close, done }: { id: number; close: () => void; done: () => void }) {
  const t = agencyWords.useT();
  const [way, setWay] = useState<ProofMethod>('code');
  return (
    <Modal
      open
      title={t('agencies.mobile.title')}
      onCancel={close}
      mask={{ closable: false }}
      destroyOnHidden
      footer={null}
    >
      <p>{t(`agencies.mobile.${way === 'code' ? 'by_code' : 'by_reason'}`)}</p>
      <NumberForm key={way} id={id} way={way} done={done} />
      <p>
        <Button type="link" onClick={() => setWay(way === 'code' ? 'reason' : 'code')}>
          {t(`agencies.mobile.${way === 'code' ? 'to_reason' : 'to_code'}`)}
        </Button>
      </p>
    </Modal>
  );
}
