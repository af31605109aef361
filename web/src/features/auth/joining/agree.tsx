import { useT } from '../../../app/wording.ts';
import type { Form } from '../../../form/use-form.ts';
import { Checkbox } from '../../../ui/fields.tsx';

/** Consent to terms and privacy policy. */
export function Agree({ form }: { form: Form<{ agree: boolean }> }) {
  const t = useT();
  return (
    <Checkbox
      id="f-agree"
      checked={form.values.agree}
      onChange={(checked) => form.set('agree', checked)}
      error={form.errors['agree'] ? t('auth.agree_needed') : undefined}
    >
      {t('auth.agree_before')}
      <a href="/open/agreement" target="_blank" rel="noreferrer">
        {t('auth.agreement')}
      </a>
      {t('auth.agree_and')}
      <a href="/open/agreement?doc=privacy" target="_blank" rel="noreferrer">
        {t('auth.privacy')}
      </a>
    </Checkbox>
  );
}
