import { create } from 'zustand';
import { getConfig, type ClientConfig } from '@kaike/shared/contracts/start';
import { call, setApiBase } from '../api/client.ts';

export const useConfig = create<{ config: ClientConfig | null }>(() => ({ config: null }));

/** The client config of the installation. */
export async function loadConfig(): Promise<ClientConfig> {
  const config = await call(getConfig);
  if (config.use_url) setApiBase(config.use_url);
  useConfig.setState({ config });
  return config;
}

/** Name of the school, for titles. */
export const useSchoolName = (): string => useConfig((state) => state.config?.name ?? '开课');
