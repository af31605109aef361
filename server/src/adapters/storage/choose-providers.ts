import { AdapterError } from '../../core/adapter-error.ts';
import type { SettingStore } from '../../core/settings/settings.ts';
import type { VendorClients } from '../http-client/vendor-clients.ts';
import { createProvider, selectedProviders, type Capability } from '../provider.ts';
import { storageCapability } from './capability.ts';
import type { LocalStorage } from './local/local-port.ts';
import type { Providers, StorageProvider } from './provider.ts';
import type { VendorDeps } from './vendor-http.ts';

type ProviderParts = {
  settings: SettingStore;
  local: LocalStorage;
  deps: VendorDeps;
  clients?: VendorClients | undefined;
};

const capability: Capability<VendorDeps, StorageProvider> = storageCapability;

const notSetUp = (name: string): AdapterError => new AdapterError('config_invalid', { reason: `storage_${name}` });

/** The storages a school has set up, by its settings at the time of each call. */
export function createProviders({ settings, local, deps, clients }: ProviderParts): Providers {
  const build = (name: string): Promise<StorageProvider | null> =>
    createProvider(capability, name, { settings, deps, clients });
  return {
    async find(name) {
      const provider = name === local.name ? local : await build(name);
      if (provider === null) throw notSetUp(name);
      return provider;
    },
    async chosen() {
      const selected = await selectedProviders(capability, { settings, deps, clients });
      if (selected === null) return local;
      const [provider] = selected;
      if (!provider) throw notSetUp('account');
      return provider;
    },
    // A storage with wrong settings must not stop the pages, which ask for the origins of all.
    async all() {
      const vendors = await Promise.all(capability.providers.map(({ name }) => build(name).catch(() => null)));
      return [local, ...vendors.filter((provider) => provider !== null)];
    },
  };
}
