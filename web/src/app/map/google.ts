import type { Position } from '@kaike/shared/domain/site/map-point';
import { inTime, loadMapScript, maxPlaces, type DrawnMap, type KnownPlace, type MapHost } from './map-host.ts';

type LatLng = { lat: number; lng: number };
type LatLngOf = { lat: () => number; lng: () => number };
type GoogleMap = {
  addListener: (name: 'click', listen: (event: { latLng: LatLngOf }) => void) => void;
  setCenter: (at: LatLng) => void;
  setZoom: (zoom: number) => void;
};
type Geocoder = {
  geocode: (request: {
    address: string;
    fulfillOnZeroResults: true;
  }) => Promise<{ results: { formatted_address: string; geometry: { location: LatLngOf } }[] }>;
};
type Marker = { position: LatLng };
type Libraries = {
  maps: { Map: new (element: HTMLElement, options: { center: LatLng; zoom: number; mapId: string }) => GoogleMap };
  geocoding: { Geocoder: new () => Geocoder };
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

const closeUp = 16;
type Maps = NonNullable<Window['google']>['maps'];

async function geocode(maps: Maps, address: string): Promise<KnownPlace[]> {
  const { Geocoder } = await maps.importLibrary('geocoding');
  const { results } = await new Geocoder().geocode({ address, fulfillOnZeroResults: true });
  return results.slice(0, maxPlaces).map(({ formatted_address: name, geometry: { location } }) => ({
    name,
    address: '',
    at: { longitude: location.lng(), latitude: location.lat() },
  }));
}

/** Google Maps; its roads of mainland China are shifted like Amap's. */
export async function drawGoogle({ key, map_id }: { key: string; map_id: string }, host: MapHost): Promise<DrawnMap> {
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
  const map = new GoogleMaps(host.element, { center: at(host.middle), zoom: host.zoom, mapId: map_id });
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
  return {
    search: (text) => inTime(geocode(maps, text)),
    show(position: Position) {
      mark(at(position));
      map.setCenter(at(position));
      map.setZoom(closeUp);
    },
    remove: () => host.element.replaceChildren(),
  };
}
