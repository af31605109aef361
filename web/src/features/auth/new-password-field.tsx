import { useT } from '../../app/wording.ts';
import type { Form } from '../../form/use-form.ts';
import { PasswordField } from '../../ui/fields.tsx';
import { passwordStrength } from './password-strength.ts';

type Props = { form: Form<{ password: string }>; icon?: 'lock' | 'key' };

/** A password to be set, with its strength while it is typed. It can be made visible, so it is entered only once. */
export function NewPasswordField({ form, icon = 'lock' }: Props) {
  const t = useT();
  const { password } = form.values;
  return (
    <PasswordField
      {...form.text('password')}
      icon={icon}
      autoComplete="new-password"
      reveal={t('auth.reveal')}
      hint={password === '' ? t('auth.password_hint') : t(`auth.strength.${passwordStrength(password)}`)}
    />
  );
}
