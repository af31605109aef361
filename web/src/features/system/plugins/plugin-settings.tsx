import { useState } from 'react';
import words from 'virtual:locale/plugins';
import type { PluginEntry, PluginSettingEntry } from '@kaike/shared/contracts/system/plugins';
import * as plugins from '@kaike/shared/contracts/system/plugins';
import type { Field } from '@kaike/shared/kit/field';
import { parseInput } from '@kaike/shared/kit/parse-input';
import { failureMessage } from '@kaike/shared/rules/failure-message';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { FieldRow } from '../../../kit/form/field-row.tsx';
import { Button } from '../../../ui/button.tsx';
import css from './plugins.module.css';

/** A secret that is set and stays need not be entered again. */
const rulesOf = ({ kind, rules, is_set }: PluginSettingEntry, value: unknown): string =>
  kind === 'password' && is_set && value === null ? '' : rules;

const fieldOf = (entry: PluginSettingEntry, value: unknown): Field => ({
  kind: entry.kind,
  rules: rulesOf(entry, value),
  ...choicesIn(entry),
});

const choicesIn = ({ kind, choices }: PluginSettingEntry): Partial<Field> =>
  kind === 'choice'
    ? { choices: choices.map(({ value, key }) => ({ value: typeof value === 'number' ? value : String(value), key })) }
    : {};

const choicesOf = (field: Field, { choices }: PluginSettingEntry) =>
  (field.choices ?? []).map(({ value }, index) => ({ value, label: choices[index]?.label ?? '', tone: 'default' }));

type SettingProps = {
  plugin: string;
  entry: PluginSettingEntry;
  value: unknown;
  error: string | undefined;
  busy: boolean;
  onChange: (value: unknown) => void;
};

function SettingRow({ plugin, entry, value, error, busy, onChange }: SettingProps) {
  const field = fieldOf(entry, value);
  return (
    <FieldRow
      id={`${plugin}-${entry.key}`}
      name={entry.key}
      label={entry.label}
      help={entry.hint ?? undefined}
      field={field}
      choices={choicesOf(field, entry)}
      value={value}
      error={error}
      disabled={busy}
      onChange={onChange}
      onBlur={() => undefined}
    />
  );
}

function secretState({ is_set }: PluginSettingEntry, value: unknown): string {
  if (value === '') return 'plugins.secret_cleared';
  return is_set ? 'plugins.secret_set' : 'plugins.secret_unset';
}

/** A secret can be set, replaced and cleared, but not read: null leaves it as it is, an empty text clears it. */
function SecretRow(props: SettingProps) {
  const t = words.useT();
  const { entry, value, busy, onChange } = props;
  const isTyped = typeof value === 'string' && value !== '';
  const help = [entry.hint, isTyped ? null : t(secretState(entry, value))].filter((text) => text !== null).join(' · ');
  return (
    <div className={css['secret']}>
      <SettingRow
        {...props}
        entry={{ ...entry, hint: help === '' ? null : help }}
        onChange={(typed) => onChange(typed === '' ? null : typed)}
      />
      {entry.is_set && value === null ? (
        <Button type="button" disabled={busy} onClick={() => onChange('')}>
          {t('plugins.secret_clear')}
        </Button>
      ) : null}
    </div>
  );
}

/** The settings that a plugin declares, by its own labels. */
export function PluginSettings({ plugin, onChange }: { plugin: PluginEntry; onChange: () => void }) {
  const t = words.useT();
  const { settings } = plugin;
  const [values, setValues] = useState<Record<string, unknown>>(() =>
    Object.fromEntries(settings.map(({ key, value }) => [key, value])),
  );
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    const { failures } = parseInput(
      Object.fromEntries(settings.map((one) => [one.key, fieldOf(one, values[one.key])])),
      values,
    );
    const labels = new Map(settings.map(({ key, label }) => [key, label]));
    const messages = Object.entries(failures).flatMap(([key, [failure]]) =>
      failure ? [[key, failureMessage(t, failure, labels.get(key) ?? key)]] : [],
    );
    setErrors(Object.fromEntries(messages));
    if (messages.length > 0) return;
    setBusy(true);
    try {
      await call(plugins.updatePluginSettings, { params: { plugin: plugin.id }, body: { settings: values } });
      toast('success', t('plugins.saved'));
      onChange();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={css['settings']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {settings.map((one) => {
        const Row = one.kind === 'password' ? SecretRow : SettingRow;
        return (
          <Row
            key={one.key}
            plugin={plugin.id}
            entry={one}
            value={values[one.key]}
            error={errors[one.key]}
            busy={busy}
            onChange={(value) => setValues({ ...values, [one.key]: value })}
          />
        );
      })}
      <Button type="submit" look="primary" busy={busy}>
        {t('plugins.save')}
      </Button>
    </form>
  );
}
