import { loadMapScript, type MapHost } from './map-host.ts';

type LatLng = { lat: number; lng: number };
type GoogleMap = {
  addListener: (name: 'click', listen: (event: { latLng: { lat: () => number; lng: () => number } }) => void) => void;
};
type Marker = { position: LatLng };
type Libraries = {
  maps: { Map: new (element: HTMLElement, options: { center: LatLng; zoom: number; mapId: string }) => GoogleMap };
  marker: { AdvancedMarkerElement: new (options: { map: GoogleMap; position: LatLng }) => Marker };
};

declare global {
  // An interface, so that it merges with the platform's own.
  interface Window {
    google?: { maps: { importLibrary: <Name extends keyof Libraries>(name: Name) => Promise<Libraries[Name]> } };
    /** Called by the script when the key is refused. */
    gm_authFailure?: () => void;
  }
}

/** Google Maps; its roads of mainland China are shifted like Amap's. */
export async function drawGoogle(
  { key, map_id: mapId }: { key: string; map_id: string },
  host: MapHost,
): Promise<() => void> {
  window.gm_authFailure = host.onLost;
  const params = new URLSearchParams({ key, v: 'weekly', loading: 'async', language: document.documentElement.lang });
  if (!window.google) await loadMapScript(`https://maps.googleapis.com/maps/api/js?${params.toString()}`);
  const maps = window.google?.maps;
  if (!maps) throw new Error('no functions came');
  const [{ Map: GoogleMaps }, { AdvancedMarkerElement }] = await Promise.all([
    maps.importLibrary('maps'),
    maps.importLibrary('marker'),
  ]);
  const at = ({ longitude, latitude }: MapHost['middle']): LatLng => ({ lat: latitude, lng: longitude });
  const map = new GoogleMaps(host.element, { center: at(host.middle), zoom: host.zoom, mapId });
  let marker: Marker | null = null;
  const mark = (position: LatLng): void => {
    if (marker) marker.position = position;
    else marker = new AdvancedMarkerElement({ map, position });
  };
  if (host.marked) mark(at(host.marked));
  map.addListener('click', ({ latLng }) => {
    const position = { lat: latLng.lat(), lng: latLng.lng() };
    mark(position);
    host.onPick({ longitude: position.lng, latitude: position.lat });
  });
  return () => host.element.replaceChildren();
}
