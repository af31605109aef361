import { AdapterError } from '../../core/adapter-error.ts';
import type { Settings } from '../../core/settings/settings.ts';
import { missingSettings, selectedProviders, type Capability } from '../provider.ts';
import { videoCapability } from './capability.ts';
import type { HostDeps } from './host-deps.ts';
import type { VideoHost, VideoHosts } from './port.ts';

const capability: Capability<HostDeps, VideoHost> = videoCapability;

const notSetUp = (name: string, cause?: unknown): AdapterError =>
  new AdapterError('config_invalid', { reason: `video_${name}`, cause });

/** The hosts of videos by the settings at the time of each call. */
export function createVideoHosts({ settings, deps }: { settings: Settings; deps: HostDeps }): VideoHosts {
  async function build(name: string): Promise<VideoHost | null> {
    const provider = capability.providers.find((one) => one.name === name);
    if (!provider) return null;
    const values = await settings.read(provider.settings);
    if (missingSettings(provider.settings, values).length > 0) return null;
    try {
      return provider.create(values, deps);
    } catch (cause) {
      // An address that is none.
      throw notSetUp(name, cause);
    }
  }
  return {
    has: (name) => capability.providers.some((one) => one.name === name),
    async find(name) {
      const host = await build(name);
      if (host === null) throw notSetUp(name);
      return host;
    },
    async chosen() {
      const selected = await selectedProviders(capability, { settings, deps });
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
