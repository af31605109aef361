import { create } from 'zustand';
import type { ClientConfig } from '@kaike/shared/contracts/auth/start';
import * as start from '@kaike/shared/contracts/auth/start';
import { call, setApiBase } from '../api/client.ts';

export const useConfig = create<{ config: ClientConfig | null }>(() => ({ config: null }));

let fetching: Promise<ClientConfig> | null = null;

async function fetchConfig(): Promise<ClientConfig> {
  const config = await call(start.getConfig, { quiet: true });
  if (config.use_url) setApiBase(config.use_url);
  useConfig.setState({ config });
  return config;
}

/** The client config of the installation; fetched once, again after a failure. */
export function loadConfig(): Promise<ClientConfig> {
  fetching ??= fetchConfig().catch((error: unknown) => {
    fetching = null;
    throw error;
  });
  return fetching;
}

/** Loads the config again after settings were saved, for what shows it already. */
export function refreshConfig(): void {
  fetching = null;
  void loadConfig().catch(() => undefined); // The old one stays until the next page.
}

type Purpose = keyof ClientConfig['sends'];

/** Whether codes for a purpose are delivered by a channel; assumed until the config has loaded. */
export const useSends = (purpose: Purpose, channel: 'sms' | 'mail' = 'sms'): boolean =>
  useConfig((state) => state.config?.sends[purpose].includes(channel) ?? true);

/** Whether people can register without an invitation; assumed until the config has loaded. */
export const useMayJoin = (): boolean => useConfig((state) => state.config?.sends.register.length !== 0);

/** Whether the school has set whom to ask; assumed until the config has loaded. */
export const useHasSupport = (): boolean =>
  useConfig(({ config }) => {
    if (!config) return true;
    const { phone, qr, address, map_point: place } = config.support;
    return [phone, qr, address, place].some((way) => way !== '');
  });

/** Whether the school can be paid online; assumed until the config has loaded. */
export const useCanPay = (): boolean => useConfig((state) => state.config?.can_pay ?? true);

/** Name of the school, for titles. */
export const useSchoolName = (): string => useConfig((state) => state.config?.name ?? '开课');
