import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import { defineCapability } from '../provider.ts';
import { amapMaps } from './amap/provider.ts';
import { googleMaps } from './google/provider.ts';
import type { MapProvider } from './port.ts';

export const mapsCapability = defineCapability<VendorClientDeps, MapProvider>()({
  driver: 'maps_driver',
  providers: [amapMaps, googleMaps],
  settings: {},
});
