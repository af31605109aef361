import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getConfigs, putConfigs, type Setting } from '@kaike/shared/contracts/configs';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { toast } from '../../app/toasts.ts';
import { useT } from '../../app/wording.ts';

export type Draft = Readonly<Record<string, unknown>>;
export type Settings = {
  list: readonly Setting[] | null;
  env: string;
  sends: { sms: boolean; mail: boolean };
  my: { mail: string; mobile: string };
  is_failed: boolean;
  /** Why the settings could not be loaded. */
  error: unknown;
  reload: () => void;
  draft: Draft;
  errors: Readonly<Record<string, readonly string[]>>;
  is_busy: boolean;
  /** The value shown for a setting: the draft, else the stored value. */
  valueOf: (key: string) => unknown;
  set: (key: string, value: unknown) => void;
  /** Reverts one change of the draft. */
  revert: (key: string) => void;
  discard: () => void;
  save: () => Promise<void>;
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const without = <V>(from: Readonly<Record<string, V>>, key: string): Record<string, V> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name !== key));

/** The settings with their unsaved changes. */
export function useSettings(): Settings {
  const t = useT();
  const client = useQueryClient();
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['configs', 'settings'],
    queryFn: () => call(getConfigs),
  });
  const [draft, setDraft] = useState<Draft>({});
  const [errors, setErrors] = useState<Record<string, readonly string[]>>({});
  const [isBusy, setIsBusy] = useState(false);
  const settingOf = (key: string): Setting | undefined => data?.settings.find((one) => one.key === key);
  const reload = (): void => void client.invalidateQueries({ queryKey: ['configs'] });
  const revert = (key: string): void => {
    setDraft((before) => without(before, key));
    setErrors((before) => without(before, key));
  };
  const set = (key: string, value: unknown): void => {
    const setting = settingOf(key);
    const isBack =
      setting !== undefined && setting.default_value !== null && value !== null && isSame(setting.value, value);
    setErrors((before) => without(before, key));
    setDraft((before) => (isBack ? without(before, key) : { ...before, [key]: value }));
  };
  const save = async (): Promise<void> => {
    setIsBusy(true);
    setErrors({});
    const keys = Object.keys(draft);
    const versions = Object.fromEntries(keys.map((key) => [key, settingOf(key)?.version ?? 0]));
    try {
      await call(putConfigs, { body: { values: draft, versions } });
      setDraft({});
      toast('success', t('resources.configs.saved'));
      reload();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(error.errors ?? {});
      if (error.code === 'record.stale') {
        toast('warning', t('resources.configs.stale'));
        reload();
      } else if (!error.handled) toast('error', error.message);
    } finally {
      setIsBusy(false);
    }
  };
  const valueOf = (key: string): unknown => {
    const setting = settingOf(key);
    if (!(key in draft)) return setting?.value ?? null;
    return draft[key] === null ? (setting?.default_value ?? null) : draft[key];
  };
  return {
    list: data?.settings ?? null,
    env: data?.env ?? '',
    sends: data?.sends ?? { sms: true, mail: true },
    my: { mail: data?.my_mail ?? '', mobile: data?.my_mobile ?? '' },
    is_failed: isError && !data,
    error,
    reload: () => void refetch(),
    draft,
    errors,
    is_busy: isBusy,
    valueOf,
    set,
    revert,
    discard: () => {
      setDraft({});
      setErrors({});
    },
    save,
  };
}
