import type { ClientConfig } from '@kaike/shared/contracts/auth/start';
import { inDatum, type MapPoint, type Position } from '@kaike/shared/domain/site/map-point';
import type { DrawnMap, MapHost } from './map-host.ts';
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

async function draw({ amap_config: amap, google_config: google }: Accounts, host: MapHost): Promise<DrawnMap> {
  if (amap) return drawAmap(amap, host);
  if (google) return drawGoogle(google, host);
  throw new Error('no provider of maps is set');
}

/** A map of the school's provider, in points with their datum. */
export type VendorMap = DrawnMap<MapPoint>;

/** Draws a map of the school's provider, loading its script when it is the first; rejects when it does not come in time. */
export async function openVendorMap(config: Accounts, request: MapRequest): Promise<VendorMap> {
  const { point: marked, middle, onPick, onLost, element } = request;
  const shifted = (one: MapPoint): Position => inDatum(one, 'gcj02');
  const host: MapHost = {
    element,
    middle: shifted(marked ?? middle),
    marked: marked ? shifted(marked) : null,
    zoom: marked ? 16 : 10,
    onPick: (picked) => onPick({ ...picked, datum: 'gcj02' }),
    onLost,
  };
  const { search, show, remove } = await draw(config, host);
  return {
    search: async (text) =>
      (await search(text)).map((place) => ({ ...place, at: { ...place.at, datum: 'gcj02' as const } })),
    show: (point) => show(shifted(point)),
    remove,
  };
}
