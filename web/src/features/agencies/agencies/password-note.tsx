import agencyWords from 'virtual:locale/agencies';
import { useConfig } from '../../../app/config.ts';
import { copyText } from '../../../app/components/copy-text.ts';
import { Alert, Button } from '../../../kit/widgets.ts';
import css from './agencies.module.css';

type Props = { title: string; login: { username: string; password: string }; done: () => void };

/** Shows a password once, to be copied and passed on. */
export function PasswordNote({ title, login, done }: Props) {
  const t = agencyWords.useT();
  const site = useConfig((state) => state.config?.app_url) || location.origin;
  const address = `${site.replace(/\/$/, '')}/open/login`;
  const text = `${t('agencies.login_address')}: ${address}\n${t('agencies.username')}: ${login.username}\n${t('agencies.password')}: ${login.password}`;
  return (
    <div role="status">
      <Alert type="success" showIcon title={title} description={t('agencies.password_note')} />
      <dl className={css['login']}>
        <dt className="kk-muted">{t('agencies.login_address')}</dt>
        <dd className={css['secret']}>{address}</dd>
        <dt className="kk-muted">{t('agencies.username')}</dt>
        <dd className={css['secret']}>{login.username}</dd>
        <dt className="kk-muted">{t('agencies.password')}</dt>
        <dd className={css['secret']}>{login.password}</dd>
      </dl>
      <div className="kk-buttons">
        <Button onClick={() => void copyText(text, t('agencies.copied'))}>{t('agencies.copy_both')}</Button>
        <Button type="primary" onClick={done}>
          {t('agencies.done')}
        </Button>
      </div>
    </div>
  );
}
