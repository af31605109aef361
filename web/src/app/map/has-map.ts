import type { ClientConfig } from '@kaike/shared/contracts/auth/start';

/** Whether the school has a provider of maps. */
export const hasVendorMap = (config: ClientConfig | null): config is ClientConfig =>
  Boolean(config?.amap_config ?? config?.google_config);
