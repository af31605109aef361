import type { LineDeps } from '../lines/vendor-lines.ts';
import { defineCapability } from '../provider.ts';
import { amapMaps } from './amap/provider.ts';
import { googleMaps } from './google/provider.ts';
import type { MapProvider } from './port.ts';

export const mapsCapability = defineCapability<LineDeps, MapProvider>()({
  driver: 'maps_driver',
  providers: [amapMaps, googleMaps],
  settings: {},
});
