import { lazy, Suspense, useState } from 'react';
import type { Setting } from '@kaike/shared/contracts/office/configs';
import { formatDateTime } from '@kaike/shared/kit/format';
import { FieldBox } from '../../../kit/fields/field-box.tsx';
import { FieldRow } from '../../../kit/form/field-row.tsx';
import { choicesOf } from '../../../kit/maps.ts';
import type { ResourceWording } from '../../../kit/words/use-words.ts';
import { Button } from '../../../kit/widgets.ts';
import css from './settings.module.css';
import { SecretInput } from './secret-input.tsx';
import type { SettingsState } from './use-settings.ts';

const HistoryDialog = lazy(async () => ({ default: (await import('./history-dialog.tsx')).HistoryDialog }));

type Props = { setting: Setting; settings: SettingsState; words: ResourceWording; mayUpdate: boolean };

function SettingInput({ setting, settings, words, mayUpdate }: Props) {
  const { key, field } = setting;
  const bound = settings.bind(key);
  const { id, label, error } = bound;
  const help = words.help(key);
  const disabled = !mayUpdate || settings.is_busy;
  if (field.kind === 'password') {
    return (
      <FieldBox id={id} label={label} help={help} error={error} isRequired={bound.flags?.required ?? false}>
        <SecretInput id={id} setting={setting} settings={settings} disabled={disabled} />
      </FieldBox>
    );
  }
  return (
    <FieldRow
      {...bound}
      name={key}
      field={field}
      help={help}
      choices={choicesOf(field, { name: key, words })}
      disabled={disabled}
    />
  );
}

/** One setting: its input, who sees it, who changed it, and undo. */
export function SettingRow(props: Props) {
  const { setting, settings, words, mayUpdate } = props;
  const { t } = words;
  const { key, field } = setting;
  const [isOpen, setIsOpen] = useState(false);
  const word = (name: string, params?: Record<string, string>): string => t(`resources.configs.${name}`, params);
  const isChanged = key in settings.draft;
  const mayReset = mayUpdate && setting.is_set && field.kind !== 'password' && !isChanged;
  return (
    <div className={isChanged ? `${css['setting']} ${css['changed']}` : css['setting']}>
      <SettingInput {...props} />
      <div className={css['about']}>
        {setting.is_public ? (
          <span className="kk-tag kk-tag-info" title={word('is_public_hint')}>
            {word('is_public')}
          </span>
        ) : null}
        {setting.is_local ? <span className="kk-tag kk-tag-warning">{word('local_only')}</span> : null}
        {isChanged && settings.draft[key] === null ? <span className="kk-muted">{word('will_reset')}</span> : null}
        {setting.updated_at ? (
          <span className="kk-muted">
            {word('updated', {
              name: setting.updated_by_name || word('by_system'),
              time: formatDateTime(setting.updated_at, { format: 'yyyy-MM-dd hh:mm' }),
            })}
          </span>
        ) : null}
        {isChanged ? (
          <Button size="small" type="link" onClick={() => settings.revert(key)}>
            {word('keep')}
          </Button>
        ) : null}
        {mayReset ? (
          <Button size="small" type="link" onClick={() => settings.set(key, null)}>
            {word('reset')}
          </Button>
        ) : null}
        <Button
          size="small"
          type="link"
          onClick={() => setIsOpen(true)}
          aria-label={word('history_of', { name: words.field(key) })}
        >
          {word('history')}
        </Button>
      </div>
      {isOpen ? (
        <Suspense>
          <HistoryDialog setting={setting} words={words} mayUpdate={mayUpdate} close={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
