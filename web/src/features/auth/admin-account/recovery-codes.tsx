import accountWords from 'virtual:locale/personage_admin';
import { copyText } from '../../../app/components/copy-text.ts';
import { Alert, Button } from '../../../kit/widgets.ts';
import css from './admin-account.module.css';

/** The codes for a lost authenticator, shown only once. */
export function RecoveryCodes({ codes, done }: { codes: string[]; done: () => void }) {
  const t = accountWords.useT();
  return (
    <>
      <Alert type="warning" showIcon title={t('personage_admin.factor.codes_once')} style={{ marginBottom: 16 }} />
      <ul className={css['codes']} aria-label={t('personage_admin.factor.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button onClick={() => void copyText(codes.join('\n'), t('personage_admin.factor.copied'))}>
        {t('personage_admin.factor.copy')}
      </Button>{' '}
      <Button type="primary" onClick={done}>
        {t('personage_admin.factor.saved')}
      </Button>
    </>
  );
}
