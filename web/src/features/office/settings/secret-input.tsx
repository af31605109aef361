import configWords from 'virtual:locale/configs';
import type { Setting } from '@kaike/shared/contracts/office/configs';
import { Button, Input } from '../../../kit/widgets.ts';
import css from './settings.module.css';
import type { SettingsState } from './use-settings.ts';

/** A secret can be set, replaced and cleared, but not read. */
export function SecretInput({
  id,
  setting,
  settings,
  disabled,
}: {
  id: string;
  setting: Setting;
  settings: SettingsState;
  disabled: boolean;
}) {
  const t = configWords.useT();
  const { key } = setting;
  const drafted = settings.draft[key];
  const isClearing = drafted === '';
  const shared = {
    id,
    disabled,
    value: typeof drafted === 'string' ? drafted : '',
    autoComplete: 'new-password',
    placeholder: t(
      isClearing
        ? 'resources.configs.secret_cleared'
        : setting.is_set
          ? 'resources.configs.secret_placeholder'
          : 'resources.configs.secret_unset',
    ),
    onChange: ({ target }: { target: { value: string } }) => {
      if (target.value === '') settings.revert(key);
      else settings.set(key, target.value);
    },
  };
  return (
    <div className={css['secret']}>
      {setting.field.key_kind === 'private' ? (
        <Input.TextArea {...shared} autoSize={{ minRows: 2, maxRows: 8 }} spellCheck={false} />
      ) : (
        <Input.Password {...shared} />
      )}
      {setting.is_set && !isClearing && drafted === undefined ? (
        <Button disabled={disabled} onClick={() => settings.set(key, '')}>
          {t('resources.configs.secret_clear')}
        </Button>
      ) : null}
    </div>
  );
}
