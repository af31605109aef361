import accountWords from 'virtual:locale/personage_admin';
import { passwordStrength } from '../login/public.ts';
import css from './admin-account.module.css';

/** The strength of a new password while it is typed. */
export function StrengthMeter({ password }: { password: string }) {
  const t = accountWords.useT();
  const strength = passwordStrength(password);
  const level = { weak: 1, medium: 2, strong: 3 }[strength];
  return (
    <div className={css['strength']} data-level={level} role="status">
      <span className={css['bars']} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {t('personage_admin.strength.label')}：{t(`personage_admin.strength.${strength}`)}
    </div>
  );
}
