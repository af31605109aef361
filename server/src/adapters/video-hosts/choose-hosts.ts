import { AdapterError } from '../../core/adapter-error.ts';
import type { SettingStore } from '../../core/settings/settings.ts';
import type { VendorClients } from '../http-client/vendor-clients.ts';
import { createProvider, placesIn, selectedProviders, type Capability } from '../provider.ts';
import { videoCapability } from './capability.ts';
import type { HostDeps } from './host-deps.ts';
import type { VideoHost, VideoHosts } from './port.ts';

const capability: Capability<HostDeps, VideoHost> = videoCapability;

type HostParts = { settings: SettingStore; deps: HostDeps; clients?: VendorClients | undefined };

const notSetUp = (name: string): AdapterError => new AdapterError('config_invalid', { reason: `video_${name}` });

/** The hosts of videos by the settings at the time of each call. */
export function createVideoHosts({ settings, deps, clients }: HostParts): VideoHosts {
  const build = (name: string): Promise<VideoHost | null> =>
    createProvider(capability, name, { settings, deps, clients });
  return {
    placesIn: (keys) => placesIn(capability, keys),
    has: (name) => capability.providers.some((one) => one.name === name),
    async find(name) {
      const host = await build(name);
      if (host === null) throw notSetUp(name);
      return host;
    },
    async chosen() {
      const selected = await selectedProviders(capability, { settings, deps, clients });
      if (selected === null) return null;
      const [host] = selected;
      if (!host) throw notSetUp('account');
      return host;
    },
    async origins() {
      const hosts = await Promise.all(capability.providers.map(({ name }) => build(name).catch(() => null)));
      return [...new Set(hosts.flatMap((host) => host?.origins ?? []))];
    },
  };
}
