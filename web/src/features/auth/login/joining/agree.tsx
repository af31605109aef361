import { useT } from '../../../../app/wording.ts';
import type { Form } from '../../../../form/use-form.ts';
import { Checkbox } from '../../../../ui/fields.tsx';
import { DocumentLink } from './document-link.tsx';

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
      <DocumentLink name="terms" />
      {t('auth.agree_and')}
      <DocumentLink name="privacy" />
    </Checkbox>
  );
}
