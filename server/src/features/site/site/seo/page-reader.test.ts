import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '@kaike/shared/pages/index';
import { courseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { buildCourse } from '../../../../../test/factories.ts';
import { createPageReader } from '../public.ts';
import { mountSitemap } from './sitemap.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const origin = 'https://school.example';
const read = (path: string) => createPageReader(app.ctx)({ path, origin });
const build = (course: Parameters<typeof buildCourse>[1]) => buildCourse(app.ctx, course);

test('a course has its own title, description, address and data, and nothing in them breaks out', async () => {
  const { course, lessons } = await build({
    title: '安全</title><script>alert(1)</script>',
    intro: '讲"安全"',
    detail: '<p>第一段</p><script>x</script>',
  });
  const page = await read(`/open/courses/${course.id}`);
  expect(page?.status).toBe(200);
  expect(page?.head).toContain('<title>安全&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; · 开课</title>');
  expect(page?.head).toContain(`<link rel="canonical" href="${origin}/open/courses/${course.id}" />`);
  expect(page?.head).toMatch(/<meta name="description" content="[^"]*讲&quot;安全&quot;/);
  expect([...(page?.head ?? '').matchAll(/<script/g)]).toHaveLength(1);
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page?.head ?? '')?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: course.title,
    provider: { name: '开课' },
  });
  expect(page?.body).toContain(`<li>${lessons[0]?.title}</li>`);
  expect(page?.body).toContain('第一段');
  expect(page?.body).not.toContain('<script');
});

test('an introduction is a text, not HTML: nothing of it is lost, and nothing of it runs', async () => {
  const { course } = await build({ title: '比较', intro: '学会 a < b\n与 <b>c > d</b>' });
  const page = await read(`/open/courses/${course.id}`);
  expect(page?.body).toContain('<p>学会 a &lt; b 与 &lt;b&gt;c &gt; d&lt;/b&gt;</p>');
  expect(page?.head).toMatch(/<meta name="description" content="[^"]*学会 a &lt; b 与 &lt;b&gt;c &gt; d&lt;\/b&gt;/);
});

test('a private page has no content, and a missing course is a 404', async () => {
  expect(await read('/open/login')).toBeNull();
  expect(await read('/home/index')).toBeNull();
  expect(await read('/constructor')).toEqual({ head: '', body: '', status: 404 });
  const { course } = await build({ title: '草稿课', status: courseStatus.draft });
  expect(await read(`/open/courses/${course.id}`)).toEqual({ head: '', body: '', status: 404 });
});

test('an address without a page is a 404, one with a page is not, whoever may open it', async () => {
  const statusOf = async (path: string) => (await read(path))?.status ?? 200;
  for (const path of [
    '/nowhere',
    '/open/nowhere',
    '/home/courses/7/8',
    '/admin/no-such-list',
    '/admin/courses/7/outline',
    '/.well-known/security',
    '/open/courses/',
    '/open/courses/abc',
    '/admin/courses/index',
    '/admin/media/import',
    '/home/personage',
  ])
    expect(await statusOf(path), path).toBe(404);
  for (const path of [
    '/',
    '/open/login',
    '/open/503',
    '/home',
    '/home/index',
    '/home/courses/7',
    '/home/pay-order/sync-notify/alipay',
    '/admin',
    '/admin/courses',
    '/admin/courses/0',
    '/admin/members/import',
    '/admin/search_terms',
    '/admin/card-batches/7/print',
    '/admin/configs',
    '/open/certificates/ABC',
  ])
    expect(await statusOf(path), path).toBe(200);
  // Every page that was written is known.
  expect(
    (
      await Promise.all(
        pages
          .filter(({ area }) => area !== 'open')
          .map(async ({ url }) => [url, await statusOf(url.replaceAll(/:\w+/g, '1'))] as const),
      )
    ).filter(([, status]) => status !== 200),
  ).toEqual([]);
});

test.each([
  '/open',
  '/open/index',
  '/open/courses',
  '/open/subjects',
  '/open/teachers',
  '/open/apps',
  '/open/agreement',
])('%s has a title and a description in words', async (path) => {
  const page = await read(path);
  expect(page?.head).toMatch(/<title>[^<.]+ · 开课<\/title><meta name="description" content="[^"]{8,}" \/>/);
  expect(page?.head).not.toMatch(/site\.[a-z_]+\./);
});

test('a course without a price of its own offers none', async () => {
  const { course } = await build({ title: '套餐里的课', sale_price: 0, is_free: false });
  expect((await read(`/open/courses/${course.id}`))?.head).not.toContain('"offers"');
});

test('the sitemap lists what is public alone, and robots are led to it', async () => {
  const [visible, hidden] = [
    await build({ title: '公开课' }),
    await build({ title: '草稿', status: courseStatus.draft }),
  ];
  app.clock.advance(61_000);
  const { body, headers } = await app.fastify.inject({
    method: 'GET',
    url: '/sitemap.xml',
    headers: { host: 'school.example' },
  });
  expect(headers['content-type']).toContain('xml');
  expect(body).toContain(`<loc>http://school.example/open/courses/${visible.course.id}</loc>`);
  expect(body).not.toContain(`/open/courses/${hidden.course.id}<`);
  const robots = await app.fastify.inject({ method: 'GET', url: '/robots.txt', headers: { host: 'school.example' } });
  expect(robots.body).toContain('Sitemap: http://school.example/sitemap.xml');
  expect(robots.body).toContain('Disallow: /home/');
});

test('repeats no host of a request in production unless the operator named one', async () => {
  const { course } = await buildCourse(app.ctx);
  const path = `/open/courses/${course.id}`;
  const headWith = async (config: Partial<typeof app.ctx.config>) =>
    (
      await createPageReader({ ...app.ctx, config: { ...app.ctx.config, ...config } })({
        path,
        origin: 'https://evil.example',
      })
    )?.head ?? '';
  const unnamed = await headWith({ env: 'production' });
  expect(unnamed).toContain(course.title);
  for (const word of ['evil.example', 'canonical', 'og:url']) expect(unnamed).not.toContain(word);
  const named = await headWith({ env: 'production', public_url: 'https://school.example' });
  expect(named).toContain(`<link rel="canonical" href="https://school.example${path}" />`);
  expect(named).not.toContain('evil.example');
});

test('neither do the lists for search engines', async () => {
  const readWith = async (config: Partial<typeof app.ctx.config>) => {
    const server = fastify();
    mountSitemap(server, { ctx: { ...app.ctx, config: { ...app.ctx.config, ...config } } });
    const [map, robots] = await Promise.all(
      ['/sitemap.xml', '/robots.txt'].map((url) => server.inject({ url, headers: { host: 'evil.example' } })),
    );
    return { map, robots };
  };
  const unnamed = await readWith({ env: 'production' });
  expect([unnamed.map?.statusCode, unnamed.robots?.statusCode]).toEqual([404, 200]);
  expect(unnamed.robots?.body).toMatch(/^User-agent: \*\nDisallow: \/admin\/\n[^]*Allow: \/open\/\n$/);
  const named = await readWith({ env: 'production', public_url: 'https://school.example' });
  expect(named.map?.body).toContain('<loc>https://school.example/open/index</loc>');
  expect(named.robots?.body).toContain('\n\nSitemap: https://school.example/sitemap.xml\n');
  expect(`${named.map?.body}${named.robots?.body}${unnamed.robots?.body}`).not.toContain('evil.example');
});
