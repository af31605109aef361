import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Setting, VendorUsage } from '@kaike/shared/contracts/office/configs';
import * as configs from '@kaike/shared/contracts/office/configs';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Fields } from '@kaike/shared/kit/field';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { refreshConfig } from '../../../app/config.ts';
import { toast } from '../../../app/toasts.ts';
import { same, type FormValues } from '../../../form/field-state.ts';
import { useForm, type Binding } from '../../../form/use-form.ts';
import type { ResourceWording } from '../../../kit/words/use-words.ts';

export type SettingsDraft = Readonly<FormValues>;
export type SettingsState = {
  list: readonly Setting[] | null;
  env: string;
  /** The groups that can be tested, and whether their service can do its work. */
  tests: Readonly<Record<string, boolean>>;
  /** Those of them whose last work failed, with what the words of it name. */
  failing: readonly { test: string; params: Readonly<Record<string, string>> }[];
  /** Calls to outside services by day. */
  usage: readonly VendorUsage[];
  my: { mail: string; mobile: string };
  is_failed: boolean;
  /** Why the settings could not be loaded. */
  error: unknown;
  reload: () => void;
  draft: SettingsDraft;
  /** Settings with an invalid value. */
  invalid: readonly string[];
  is_busy: boolean;
  /** The value shown for a setting: the draft, else the stored value. */
  valueOf: (key: string) => unknown;
  bind: (key: string) => Binding;
  set: (key: string, value: unknown) => void;
  /** Reverts one change of the draft. */
  revert: (key: string) => void;
  discard: () => void;
  save: () => Promise<void>;
};

const testsOf = (
  data: ResponseOf<typeof configs.getConfigs> | undefined,
): Pick<SettingsState, 'tests' | 'failing'> => ({
  tests: data?.tests ?? {},
  failing: data?.failing ?? [],
});

/** The settings with their unsaved changes. */
export function useSettings(words: ResourceWording): SettingsState {
  const { t } = words;
  const client = useQueryClient();
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['configs', 'settings'],
    queryFn: () => call(configs.getConfigs),
  });
  const settingOf = (key: string): Setting | undefined => data?.settings.find((one) => one.key === key);
  const reload = (): void => void client.invalidateQueries({ queryKey: ['configs'] });
  /** A change to null restores the default, which needs no check. */
  const fieldsOf = (values: FormValues): Fields =>
    Object.fromEntries(
      (data?.settings ?? []).flatMap(({ key, field }) => (values[key] === null ? [] : [[key, field]])),
    );
  const form = useForm<FormValues>(fieldsOf, {
    initial: Object.fromEntries((data?.settings ?? []).map(({ key, value }) => [key, value ?? ''])),
    label: words.field,
    prefix: 'setting-',
    onSubmit: async () => {
      const keys = Object.keys(form.changes);
      const versions = Object.fromEntries(keys.map((key) => [key, settingOf(key)?.version ?? 0]));
      try {
        await call(configs.updateConfigs, { body: { values: form.changes, versions } });
        form.reset();
        refreshConfig();
        toast('success', t('resources.configs.saved'));
        reload();
        // What must be done and the first steps name settings that are missing.
        void client.invalidateQueries({ queryKey: ['todo'] });
        void client.invalidateQueries({ queryKey: ['demo'] });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const isStale = error.code === 'record.stale';
        // The invalid setting may be in a group that is not shown.
        if (isStale) toast('warning', t('resources.configs.stale'));
        else if (!error.handled) toast('error', error.message);
        if (isStale) reload();
        error.handled = true;
        throw error;
      }
    },
  });
  const draft = form.changes;
  const set = (key: string, value: unknown): void => {
    const setting = settingOf(key);
    const isBack =
      setting !== undefined && setting.default_value !== null && value !== null && same(setting.value, value);
    if (isBack) form.reset([key]);
    else form.set(key, value);
  };
  const valueOf = (key: string): unknown => {
    const setting = settingOf(key);
    if (!(key in draft)) return setting?.value ?? null;
    return draft[key] === null ? (setting?.default_value ?? null) : draft[key];
  };
  return {
    list: data?.settings ?? null,
    env: data?.env ?? '',
    usage: data?.usage ?? [],
    ...testsOf(data),
    my: { mail: data?.my_mail ?? '', mobile: data?.my_mobile ?? '' },
    is_failed: isError && !data,
    error,
    reload: () => void refetch(),
    draft,
    invalid: Object.keys(form.errors).filter((key) => form.errors[key]),
    is_busy: form.busy,
    valueOf,
    bind: (key) => ({ ...form.bind(key), value: valueOf(key), onChange: (value) => set(key, value ?? '') }),
    set,
    revert: (key) => form.reset([key]),
    discard: () => form.reset(),
    // Only the server checks what one setting requires of the others in its group.
    save: () => form.send(),
  };
}
