import { field } from '@kaike/shared/kit/field';
import type { VendorClientDeps } from '../../http-client/vendor-clients.ts';
import { defineProvider } from '../../provider.ts';
import type { MapProvider } from '../port.ts';
import { createAmapProxy } from './forward.ts';
import { testAmapKey } from './test-key.ts';

export const amapMaps = defineProvider({
  name: 'amap',
  settings: {
    amap_key: field.text({ rules: 'required|max:500' }),
    /** Stays on the server, which adds it to the requests of the map. */
    amap_security_code: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    amap_base: field.text({ rules: 'url|max:500' }),
  },
  create(values, deps: VendorClientDeps): MapProvider {
    const forward = createAmapProxy({ code: values.amap_security_code, base: values.amap_base }, deps);
    return {
      account: { provider: 'amap', key: values.amap_key, map_id: '' },
      origins: {
        scripts: ['https://webapi.amap.com', 'https://*.amap.com'],
        connections: ['https://*.amap.com'],
        pictures: ['https://*.amap.com', 'https://*.is.autonavi.com'],
      },
      test: () => testAmapKey(values.amap_key, forward),
      forward,
    };
  },
});
