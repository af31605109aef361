import { copyText } from '../../../app/components/copy-text.ts';
import { useT } from '../../../app/wording.ts';
import { Alert, Button, Input } from '../../../kit/widgets.ts';
import css from './integrations.module.css';

const key = 'resources.api-tokens.form';

/** A secret to be copied before the dialog closes. */
export function SecretOnce({ secret, note, done }: { secret: string; note: string; done: () => void }) {
  const t = useT();
  return (
    <div role="status" className={css['secret']}>
      <Alert type="success" showIcon title={note} />
      <Input readOnly value={secret} aria-label={note} onFocus={(event) => event.target.select()} />
      <div className="kk-buttons">
        <Button onClick={() => void copyText(secret, t(`${key}.copied`))}>{t(`${key}.copy`)}</Button>
        <Button type="primary" onClick={done}>
          {t(`${key}.done`)}
        </Button>
      </div>
    </div>
  );
}
