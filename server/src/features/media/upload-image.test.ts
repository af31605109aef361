import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Person, type Reply, type TestApp } from '../../../test/app.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

function upload(bytes: Buffer, given: { as?: Person; name?: string; type?: string } = {}): Promise<Reply> {
  const { as = admin, name = 'cover.jpg', type = 'image/jpeg' } = given;
  const boundary = 'kaike-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return app.http('POST', '/home/upload/index', { as, body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } });
}

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#36c' } });

test('a picture is made anew: webp, at most 2,000 pixels, upright, without what the camera noted', async () => {
  const bytes = await picture(3000, 1500).jpeg().withExif({ IFD0: { Copyright: 'secret place' } }).withMetadata({ orientation: 6 }).toBuffer();
  const { body, status } = await upload(bytes);
  expect(status).toBe(200);
  expect(body).toMatchObject({ width: 1000, height: 2000 });
  const served = await app.http('GET', body.url, { base: '' });
  expect(served.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
  const stored = await sharp(served.raw).metadata();
  expect([stored.format, stored.exif, stored.orientation]).toEqual(['webp', undefined, undefined]);
  const cached = await app.http('GET', body.url, { base: '', headers: { 'if-none-match': String(served.headers['etag']) } });
  expect(cached.status).toBe(304);
});

test('a small picture keeps its size, and learners upload, too', async () => {
  const { body } = await upload(await picture(40, 30).png().toBuffer(), { as: await app.person.member({ activated: false }), name: 'a.png' });
  expect(body).toMatchObject({ width: 40, height: 30 });
});

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>');
test.each([
  ['an SVG that says it is a JPEG', svg], ['text', Buffer.from('hello')], ['nothing', Buffer.alloc(0)],
  ['half a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70])],
])('%s is refused', async (_name, bytes) => {
  const reply = await upload(bytes);
  expect(reply.status).toBe(415);
  expect(reply.body.code).toBe('upload.not_a_picture');
});

test('a picture of too many pixels is refused before it is unpacked', async () => {
  const bomb = await sharp({ create: { width: 10_000, height: 7000, channels: 3, background: '#000' } }).png({ compressionLevel: 9 }).toBuffer();
  expect((await upload(bomb)).body.code).toBe('upload.not_a_picture');
});

test('strangers upload nothing, and JSON is no picture', async () => {
  expect((await upload(svg, { as: await app.person.visitor() })).status).toBe(401);
  expect((await app.http('POST', '/home/upload/index', { as: admin, body: { file: 'x' } })).status).toBe(415);
});
