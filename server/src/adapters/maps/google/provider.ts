import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { MapProvider } from '../port.ts';

const api = 'https://maps.googleapis.com';

export const googleMaps = defineProvider({
  name: 'google',
  settings: {
    google_maps_key: field.text({ rules: 'required|max:500' }),
    google_map_id: field.text({ rules: 'required|max:100' }),
  },
  create: (values, _deps: object): MapProvider => ({
    account: { provider: 'google', key: values.google_maps_key, map_id: values.google_map_id },
    origins: {
      scripts: [api],
      connections: [api],
      pictures: ['https://maps.gstatic.com', 'https://*.googleapis.com', 'https://*.ggpht.com'],
    },
    test: null,
    forward: async () => null,
  }),
});
