import { Button } from 'antd';
import { formatDateTime } from '@kaike/shared/kit/format';
import { useT } from '../../app/wording.ts';

type Props = {
  busy: boolean;
  /** What the button that saves says, where it is not “save”. */
  label?: string;
  /** Saves, and opens an empty form for the next row. */
  saveAgain?: (() => void) | null;
  cancel?: (() => void) | undefined;
  /** When what is not saved was last kept on this device. */
  keptAt?: number | null;
};

/** The buttons at the end of the form of a record. */
export function FormFoot({ busy, label, saveAgain, cancel, keptAt = null }: Props) {
  const t = useT();
  return (
    <div className="kk-form-foot">
      <Button type="primary" htmlType="submit" loading={busy}>
        {label ?? t('kit.save')}
      </Button>
      {saveAgain ? (
        <Button disabled={busy} onClick={saveAgain}>
          {t('kit.save_and_new')}
        </Button>
      ) : null}
      {cancel ? (
        <Button disabled={busy} onClick={cancel}>
          {t('kit.cancel')}
        </Button>
      ) : null}
      {keptAt === null ? null : (
        <span className="kk-kept">
          {t('kit.draft_kept', { time: formatDateTime(new Date(keptAt), { format: 'hh:mm' }) })}
        </span>
      )}
    </div>
  );
}
