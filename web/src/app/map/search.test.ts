// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { MapPoint } from '@kaike/shared/domain/site/map-point';
import { openVendorMap } from './vendor-map.ts';

const middle: MapPoint = { longitude: 116, latitude: 39, datum: 'gcj02' };
const open = (accounts: {
  amap_config: { key: string } | null;
  google_config: { key: string; map_id: string } | null;
}) =>
  openVendorMap(accounts, {
    element: document.createElement('div'),
    point: null,
    middle,
    onPick: () => undefined,
    onLost: () => undefined,
  });

afterEach(() => {
  delete window.AMap;
  delete window._AMapSecurityConfig;
  delete window.google;
  delete window.gm_authFailure;
  vi.useRealTimers();
});

/** A class whose objects are this one. */
const newOf = (object: object) =>
  function Vendor() {
    return object;
  };

type Search = (text: string, done: (status: 'complete' | 'no_data' | 'error', result: never) => void) => void;

function drawWithAmap(search: Search) {
  const shown: unknown[] = [];
  const map = {
    on: () => undefined,
    add: () => undefined,
    destroy: () => undefined,
    setZoomAndCenter: (...to: unknown[]) => shown.push(to),
  };
  const AMap = {
    Map: newOf(map),
    Marker: newOf({ setPosition: () => undefined }),
    plugin: (_names: readonly string[], done: () => void) => done(),
    PlaceSearch: newOf({ search }),
  };
  // The vendor's classes, as far as they are used.
  window.AMap = AMap as unknown as NonNullable<Window['AMap']>;
  return { opened: open({ amap_config: { key: 'k' }, google_config: null }), shown };
}

it('Amap: places with their address, in the shifted datum; those without a position are left out', async () => {
  const pois = [
    {
      name: '实验小学',
      location: { lng: 120.1, lat: 30.2 },
      cityname: '杭州市',
      adname: '西湖区',
      address: '文三路 1 号',
    },
    { name: '没有地址', location: { lng: 120.2, lat: 30.3 }, address: [] },
    { name: '没有位置', location: null },
  ];
  const { opened, shown } = drawWithAmap((_text, done) => done('complete', { poiList: { pois } } as never));
  const map = await opened;
  const places = await map.search('小学');
  expect(places).toEqual([
    { name: '实验小学', address: '杭州市西湖区文三路 1 号', at: { longitude: 120.1, latitude: 30.2, datum: 'gcj02' } },
    { name: '没有地址', address: '', at: { longitude: 120.2, latitude: 30.3, datum: 'gcj02' } },
  ]);
  map.show({ longitude: 120.1, latitude: 30.2, datum: 'gcj02' });
  expect(shown).toEqual([[16, [120.1, 30.2]]]);
});

it('Amap: nothing is known, only cities are suggested, the limit of the day is over, and no answer at all', async () => {
  let answer: (done: (status: 'complete' | 'no_data' | 'error', result: never) => void) => void = () => undefined;
  const map = await drawWithAmap((_text, done) => answer(done)).opened;
  answer = (done) => done('no_data', {} as never);
  expect(await map.search('x')).toEqual([]);
  answer = (done) => done('complete', { cityList: [] } as never);
  expect(await map.search('小学')).toEqual([]);
  answer = (done) => done('error', 'DAILY_QUERY_OVER_LIMIT' as never);
  await expect(map.search('x')).rejects.toThrow('DAILY_QUERY_OVER_LIMIT');
  vi.useFakeTimers();
  answer = () => undefined;
  const silent = expect(map.search('x')).rejects.toThrow('no answer came');
  await vi.advanceTimersByTimeAsync(5000);
  await silent;
});

it('Google: the first results of its geocoder', async () => {
  const results = Array.from({ length: 12 }, (_one, index) => ({
    formatted_address: `address ${index}`,
    geometry: { location: { lat: () => 30 + index, lng: () => 120 } },
  }));
  const geocode = vi.fn<(request: object) => Promise<object>>(async () => ({ results }));
  const [setCenter, setZoom] = [vi.fn<(at: object) => void>(), vi.fn<(zoom: number) => void>()];
  const libraries: Record<string, object> = {
    maps: { Map: newOf({ addListener: () => undefined, setCenter, setZoom }) },
    marker: { AdvancedMarkerElement: newOf({}) },
    geocoding: { Geocoder: newOf({ geocode }) },
  };
  window.google = {
    maps: { importLibrary: async (name: string) => libraries[name] },
  } as unknown as NonNullable<Window['google']>;
  const map = await open({ amap_config: null, google_config: { key: 'k', map_id: 'm' } });
  const places = await map.search('文三路');
  expect(places).toHaveLength(8);
  expect(places[1]).toEqual({
    name: 'address 1',
    address: '',
    at: { longitude: 120, latitude: 31, datum: 'gcj02' },
  });
  expect(geocode).toHaveBeenCalledWith({ address: '文三路', fulfillOnZeroResults: true });
  map.show(middle);
  expect([setCenter.mock.calls, setZoom.mock.calls]).toEqual([[[{ lat: 39, lng: 116 }]], [[16]]]);
  geocode.mockRejectedValueOnce(new Error('OVER_QUERY_LIMIT'));
  await expect(map.search('x')).rejects.toThrow('OVER_QUERY_LIMIT');
});
