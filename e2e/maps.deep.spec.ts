import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeBrowser, newVisitor, phone, picture, type Visitor } from './support/browser.ts';
import { query } from './support/database.ts';
import { logInAsAdmin } from './support/people.ts';
import { send } from './support/send.ts';

let admin: Visitor;

beforeAll(async () => {
  admin = await newVisitor();
  await logInAsAdmin(admin.page);
});
afterAll(async () => {
  const empty = [
    'amap_key',
    'amap_security_code',
    'google_maps_key',
    'google_map_id',
    'school_address',
    'school_map_point',
  ];
  const values = Object.fromEntries(empty.map((key) => [key, '']));
  await send(admin.page, 'PUT', 'admin/configs', { values: { ...values, maps_driver: 'local' } });
  await closeBrowser();
});

/** Amap's script: a box that shows where its marker is, and picks one place when it is clicked. */
const amapScript = `window.AMap = {
  Map: function (element, { center }) {
    const box = document.createElement('button');
    box.type = 'button';
    box.textContent = 'centre ' + center.join();
    element.append(box);
    this.setZoomAndCenter = (zoom, at) => (box.textContent = 'close to ' + at.join());
    this.add = (marker) => (box.textContent = 'marker ' + marker.at.join());
    this.on = (_name, listen) => box.addEventListener('click', () => listen({ lnglat: { lng: 120.15, lat: 30.28 } }));
    this.destroy = () => box.remove();
  },
  Marker: function ({ position }) {
    this.at = position;
    this.setPosition = (at) => (this.at = at);
  },
  plugin: (names, done) => setTimeout(done),
  PlaceSearch: function () {
    this.search = (text, done) => {
      if (text.includes('坏')) return done('error', 'DAILY_QUERY_OVER_LIMIT');
      if (!text.includes('实验小学')) return done('no_data', {});
      const place = (name, lng) => ({ name, location: { lng, lat: 30.25 }, cityname: '杭州市', adname: '西湖区', address: [] });
      done('complete', { poiList: { pois: [place('实验小学', 120.11), place('实验小学东校区', 120.13)] } });
    };
  },
};
document.documentElement.dataset.service = window._AMapSecurityConfig.serviceHost;
window.kaikeMapReady();`;
const serveAmap = (context: BrowserContext): Promise<unknown> =>
  context.route('https://webapi.amap.com/maps?**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: amapScript }),
  );

async function newGuest(): Promise<Visitor> {
  const visitor = await newVisitor({ size: phone });
  await serveAmap(visitor.context);
  return visitor;
}

it('without a provider the school chooses its place on the grid, and visitors see address and position', async () => {
  const outside: string[] = [];
  admin.page.on('request', (request) => {
    if (/amap|google/.test(new URL(request.url()).hostname)) outside.push(request.url());
  });
  await admin.page.goto('/admin/configs?group=site');
  await admin.page.getByLabel(/^学校地址/).fill('杭州市西湖区文三路 1 号');
  await admin.page.getByLabel('经度').fill('120.15');
  await admin.page.getByLabel('纬度').fill('30.28');
  await picture(admin.page, 'maps-grid');
  await admin.page.getByRole('button', { name: '保存', exact: true }).click();
  await admin.page.getByText('已保存，立即生效').first().waitFor();
  const guest = await newGuest();
  await guest.page.goto('/open/index');
  await guest.page.getByRole('button', { name: '联系客服' }).first().click();
  await guest.page.getByText('地址：杭州市西湖区文三路 1 号').waitFor();
  await guest.page.getByRole('link', { name: '北纬 30.28000，东经 120.15000' }).waitFor();
  await picture(guest.page, 'maps-place');
  expect([...outside, ...guest.problems]).toEqual([]);
});

it('with Amap an agency’s place is chosen on its map, and visitors of its link see it there', async () => {
  await send(admin.page, 'PUT', 'admin/configs', {
    values: { maps_driver: 'amap', amap_key: 'key', amap_security_code: 'code' },
  });
  await serveAmap(admin.context);
  const { id } = await send(admin.page, 'POST', 'admin/agencies', {
    name: '西湖教学点',
    code: 'xihu01',
    username: 'xihu_login',
    mobile_phone: '13900020699',
    address: '杭州市西湖区',
  });
  const mapPoint = async () => (await query('select map_point from agencies where id = $1', [id]))[0];
  await admin.page.goto(`/admin/agencies/${id}`);
  await admin.page.getByRole('tab', { name: '基本信息' }).click();
  await admin.page.getByRole('button', { name: '在地图上选择' }).click();
  await admin.page.getByRole('button', { name: /^centre/ }).click();
  await admin.page.getByText(/^120\.14/).waitFor();
  const search = admin.page.getByRole('combobox', { name: '搜索地名或地址' });
  await search.fill('坏了');
  await admin.page.getByText('搜索失败，请稍后再试，或直接在地图上点选').waitFor();
  await search.fill('不存在的地方');
  await admin.page.getByText('没有找到，请换个说法或加上城市名').waitFor();
  await search.fill('实验小学');
  await admin.page.getByText('实验小学东校区').waitFor();
  await picture(admin.page, 'maps-amap');
  await search.press('ArrowDown');
  await search.press('Enter');
  await admin.page.getByRole('button', { name: 'close to 120.13,30.25' }).waitFor();
  expect(await search.inputValue()).toBe('实验小学东校区');
  await admin.page.getByRole('button', { name: '保存', exact: true }).click();
  await expect.poll(mapPoint).toEqual({ map_point: 'gcj02:120.13,30.25' });
  const guest = await newGuest();
  await guest.page.goto('/open/agencies/xihu01');
  await guest.page.getByRole('button', { name: '查看地图' }).click();
  await guest.page.getByRole('button', { name: 'marker 120.13,30.25' }).waitFor();
  expect(await guest.page.evaluate(() => document.documentElement.dataset['service'])).toContain('/_AMapService');
  expect([...admin.problems, ...guest.problems]).toEqual([]);
});

it('when Google does not come the own grid takes over with a sentence', async () => {
  await send(admin.page, 'PUT', 'admin/configs', {
    values: { maps_driver: 'google', google_maps_key: 'key', google_map_id: 'map' },
  });
  await admin.context.route('https://maps.googleapis.com/**', () => undefined);
  await admin.page.goto('/admin/configs?group=site');
  await admin.page.getByRole('button', { name: '在地图上选择' }).click();
  await admin.page.getByText('地图加载失败').waitFor();
  expect(await admin.page.getByLabel('经度').inputValue()).toBe('120.1500');
});
