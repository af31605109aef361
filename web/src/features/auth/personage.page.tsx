import { Link } from 'react-router';
import { locales, themes, type Locale, type Theme } from '@kaike/shared/domain/constants';
import { logout, useSession } from '../../app/session.ts';
import { switchTheme, useTheme, type Mode } from '../../app/theme.ts';
import { useTitle } from '../../app/use-title.ts';
import { switchLocale, useLocale, useT } from '../../app/wording.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Avatar, Card, PageHeader, Tag } from '../../ui/parts.tsx';
import css from './auth.module.css';

const localeNames = { 'zh-CN': '简体中文', 'zh-TW': '繁體中文', en: 'English' };
const modes: Mode[] = ['auto', 'light', 'dark'];

/** Who I am, how it looks, how I leave. */
export function PersonagePage() {
  const t = useT();
  const user = useSession((state) => state.user);
  const locale = useLocale();
  const { theme, mode } = useTheme();
  useTitle(t('auth.personage.title'));
  if (!user) return null;
  return (
    <div className={css['stack']}>
      <PageHeader title={t('auth.personage.title')} />
      <Card>
        <div className={css['person']}>
          <Avatar name={user.name} src={user.avatar} size={60} />
          <div>
            <h2>{user.name}</h2>
            <p className={css['muted']}>{user.mobile_phone}</p>
            {user.member ? <p className={css['muted']}>{t('auth.personage.member_no')} {user.member.member_no} <Tag tone={user.member.is_activated ? 'success' : 'muted'}>{t(user.member.is_activated ? 'auth.personage.activated' : 'auth.personage.not_activated')}</Tag></p> : null}
          </div>
        </div>
      </Card>
      <Card className={css['section'] ?? ''}>
        <h2>{t('auth.personage.settings')}</h2>
        <div className={css['buttons']}>
          <SelectField label={t('common.language')} value={locale} options={locales.map((value) => ({ value, label: localeNames[value] }))} onChange={(value) => void switchLocale(value as Locale)} />
          <SelectField label={t('common.theme')} value={theme} options={themes.map((value) => ({ value, label: t(`common.themes.${value}`) }))} onChange={(value) => switchTheme({ theme: value as Theme })} />
          <SelectField label={t('common.mode')} value={mode} options={modes.map((value) => ({ value, label: t(`common.modes.${value}`) }))} onChange={(value) => switchTheme({ mode: value as Mode })} />
        </div>
      </Card>
      <Card className={css['section'] ?? ''}>
        <h2>{t('auth.personage.security')}</h2>
        <div className={css['buttons']}>
          {user.member ? <Link className={buttonClass()} to="/home/pay-orders">{t('orders.mine')}</Link> : null}
          <Link className={buttonClass()} to="/home/personage/password">{t('auth.personage.change_password')}</Link>
          {user.admin ? <a className={buttonClass()} href="/admin/index">{t('auth.personage.to_admin')}</a> : null}
          <Button look="danger" onClick={() => void logout().then(() => location.assign('/open/login'))}>{t('auth.personage.logout')}</Button>
        </div>
      </Card>
    </div>
  );
}
