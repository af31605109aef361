import { loadMapScript, type MapHost } from './map-host.ts';

type LngLat = [longitude: number, latitude: number];
type Marker = { setPosition: (at: LngLat) => void };
type AmapMap = {
  on: (name: 'click', listen: (event: { lnglat: { lng: number; lat: number } }) => void) => void;
  add: (marker: Marker) => void;
  destroy: () => void;
};

declare global {
  // An interface, so that it merges with the platform's own.
  interface Window {
    _AMapSecurityConfig?: { serviceHost: string };
    AMap?: {
      Map: new (element: HTMLElement, options: { zoom: number; center: LngLat }) => AmapMap;
      Marker: new (options: { position: LngLat }) => Marker;
    };
  }
}

/** Amap; its security code stays on the server, which adds it to the script's requests. */
export async function drawAmap({ key }: { key: string }, host: MapHost): Promise<() => void> {
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
  return () => map.destroy();
}
