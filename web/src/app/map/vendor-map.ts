import type { ClientConfig } from '@kaike/shared/contracts/start';
import { inDatum, type MapPoint, type Position } from '@kaike/shared/domain/site/map-point';
import type { MapHost } from './map-host.ts';
import { drawAmap } from './amap.ts';
import { drawGoogle } from './google.ts';

type MapRequest = {
  element: HTMLElement;
  /** The point with a marker. */
  point: MapPoint | null;
  /** The centre of the map while there is no point. */
  middle: MapPoint;
  /** Where somebody clicked; both providers draw mainland China shifted, and nothing else. */
  onPick: (point: MapPoint) => void;
  /** The provider refused the key after its script had loaded. */
  onLost: () => void;
};

type Accounts = Pick<ClientConfig, 'amap_config' | 'google_config'>;

/** Draws a map of the school's provider, loading its script when it is the first; rejects when it does not come in time. Returns how to remove it. */
export async function openVendorMap(config: Accounts, request: MapRequest): Promise<() => void> {
  const { point, middle, onPick, onLost, element } = request;
  const shifted = (one: MapPoint): Position => inDatum(one, 'gcj02');
  const host: MapHost = {
    element,
    middle: shifted(point ?? middle),
    marked: point ? shifted(point) : null,
    zoom: point ? 16 : 10,
    onPick: (picked) => onPick({ ...picked, datum: 'gcj02' }),
    onLost,
  };
  const { amap_config: amap, google_config: google } = config;
  if (amap) return drawAmap(amap, host);
  if (google) return drawGoogle(google, host);
  throw new Error('no provider of maps is set');
}
