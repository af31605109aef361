import type { Position } from '@kaike/shared/domain/site/map-point';
import { inTime, loadMapScript, maxPlaces, type DrawnMap, type KnownPlace, type MapHost } from './map-host.ts';

type LngLat = [longitude: number, latitude: number];
type Marker = { setPosition: (at: LngLat) => void };
type AmapMap = {
  on: (name: 'click', listen: (event: { lnglat: { lng: number; lat: number } }) => void) => void;
  add: (marker: Marker) => void;
  setZoomAndCenter: (zoom: number, at: LngLat) => void;
  destroy: () => void;
};
/** A place as the search returns it; parts of an address that there are not may be lists. */
type Poi = { name: string; location?: { lng: number; lat: number } | null } & Partial<
  Record<'cityname' | 'adname' | 'address', unknown>
>;
type PlaceSearch = {
  /** `result` is a text when the status is `error`. */
  search: (
    text: string,
    done: (status: 'complete' | 'no_data' | 'error', result: string | { poiList?: { pois: Poi[] } }) => void,
  ) => void;
};

declare global {
  // An interface, so that it merges with the platform's own.
  interface Window {
    _AMapSecurityConfig?: { serviceHost: string };
    AMap?: {
      Map: new (element: HTMLElement, options: { zoom: number; center: LngLat }) => AmapMap;
      Marker: new (options: { position: LngLat }) => Marker;
      plugin: (names: readonly string[], done: () => void) => void;
      PlaceSearch: new (options: { pageSize: number }) => PlaceSearch;
    };
  }
}

const closeUp = 16;

function readPlace({ name, location, cityname, adname, address }: Poi): KnownPlace[] {
  if (!location) return [];
  const parts = [cityname, adname, address].filter((part) => typeof part === 'string');
  return [{ name, address: parts.join(''), at: { longitude: location.lng, latitude: location.lat } }];
}

/** Its part of the script loads with the first search. */
const search = (AMap: NonNullable<Window['AMap']>, text: string): Promise<KnownPlace[]> =>
  inTime(
    new Promise((resolve, reject) =>
      AMap.plugin(['AMap.PlaceSearch'], () =>
        new AMap.PlaceSearch({ pageSize: maxPlaces }).search(text, (status, result) => {
          if (status === 'error' || typeof result === 'string') return reject(new Error(`search: ${String(result)}`));
          resolve(status === 'complete' ? (result.poiList?.pois ?? []).flatMap(readPlace) : []);
        }),
      ),
    ),
  );

/** Amap; its security code stays on the server, which adds it to the script's requests. */
export async function drawAmap({ key }: { key: string }, host: MapHost): Promise<DrawnMap> {
  window._AMapSecurityConfig = { serviceHost: `${location.origin}/_AMapService` };
  if (!window.AMap) await loadMapScript(`https://webapi.amap.com/maps?v=2.0&key=${encodeURIComponent(key)}`);
  const { AMap } = window;
  if (!AMap) throw new Error('no functions came');
  const { longitude, latitude } = host.middle;
  const map = new AMap.Map(host.element, { zoom: host.zoom, center: [longitude, latitude] });
  let marker: Marker | null = null;
  const mark = (at: LngLat): void => {
    if (marker) return marker.setPosition(at);
    marker = new AMap.Marker({ position: at });
    map.add(marker);
  };
  if (host.marked) mark([host.marked.longitude, host.marked.latitude]);
  map.on('click', ({ lnglat }) => {
    mark([lnglat.lng, lnglat.lat]);
    host.onPick({ longitude: lnglat.lng, latitude: lnglat.lat });
  });
  return {
    search: (text) => search(AMap, text),
    show({ longitude: lng, latitude: lat }: Position) {
      mark([lng, lat]);
      map.setZoomAndCenter(closeUp, [lng, lat]);
    },
    remove: () => map.destroy(),
  };
}
