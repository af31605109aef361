import { useState } from 'react';
import words from 'virtual:words/plugins';
import { savePluginSettings, type PluginEntry, type PluginSettingEntry } from '@kaike/shared/contracts/plugins';
import type { Field } from '@kaike/shared/kit/field';
import { readInput } from '@kaike/shared/kit/read-input';
import { failureMessage } from '@kaike/shared/rules/failure-message';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { FieldRow } from '../../kit/form/field-row.tsx';
import { Button } from '../../ui/button.tsx';
import css from './plugins.module.css';

const fieldOf = ({ kind, rules, choices }: PluginSettingEntry): Field => ({
  kind,
  rules,
  ...(kind === 'choice'
    ? { choices: choices.map(({ value, key }) => ({ value: typeof value === 'number' ? value : String(value), key })) }
    : {}),
});

const choicesOf = (field: Field) =>
  (field.choices ?? []).map(({ value, key }) => ({ value, label: key, tone: 'default' }));

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
    const { failures } = readInput(Object.fromEntries(settings.map((one) => [one.key, fieldOf(one)])), values);
    const labels = new Map(settings.map(({ key, label }) => [key, label]));
    const messages = Object.entries(failures).flatMap(([key, [failure]]) =>
      failure ? [[key, failureMessage(t, failure, labels.get(key) ?? key)]] : [],
    );
    setErrors(Object.fromEntries(messages));
    if (messages.length > 0) return;
    setBusy(true);
    try {
      await call(savePluginSettings, { params: { plugin: plugin.id }, body: { settings: values } });
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
        const field = fieldOf(one);
        return (
          <FieldRow
            key={one.key}
            id={`${plugin.id}-${one.key}`}
            name={one.key}
            label={one.label}
            help={one.hint ?? undefined}
            field={field}
            choices={choicesOf(field)}
            value={values[one.key]}
            error={errors[one.key]}
            disabled={busy}
            onChange={(value) => setValues({ ...values, [one.key]: value })}
            onBlur={() => undefined}
          />
        );
      })}
      <Button type="submit" look="primary" busy={busy}>
        {t('plugins.save')}
      </Button>
    </form>
  );
}
