import { setImmediate as turn } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Person, type Reply, type TestApp } from '../../../../../test/app.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

function upload(bytes: Buffer, options: { as?: Person; name?: string; type?: string } = {}): Promise<Reply> {
  const { as = admin, name = 'cover.jpg', type = 'image/jpeg' } = options;
  const boundary = 'kaike-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return app.http('POST', '/home/upload/index', {
    as,
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#36c' } });

test('a picture is re-encoded: webp, at most 2,000 pixels, upright, without metadata', async () => {
  const bytes = await picture(3000, 1500)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { body, status } = await upload(bytes);
  expect(status).toBe(200);
  expect(body).toMatchObject({ width: 1000, height: 2000 });
  const served = await app.http('GET', body.url, { base: '' });
  expect(served.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
  const stored = await sharp(served.raw).metadata();
  expect([stored.format, stored.exif, stored.orientation]).toEqual(['webp', undefined, undefined]);
  const cached = await app.http('GET', body.url, {
    base: '',
    headers: { 'if-none-match': String(served.headers['etag']) },
  });
  expect(cached.status).toBe(304);
});

test('a small picture keeps its size, and members upload, too', async () => {
  const { body } = await upload(await picture(40, 30).png().toBuffer(), {
    as: await app.person.member({ activated: false }),
    name: 'a.png',
  });
  expect(body).toMatchObject({ width: 40, height: 30 });
});

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
);
test.each([
  ['an SVG that says it is a JPEG', svg],
  ['text', Buffer.from('hello')],
  ['nothing', Buffer.alloc(0)],
  ['half a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70])],
])('%s is refused', async (_name, bytes) => {
  const reply = await upload(bytes);
  expect(reply.status).toBe(415);
  expect(reply.body.code).toBe('upload.not_a_picture');
});

test('a picture of too many pixels is refused before it is unpacked', async () => {
  const bomb = await sharp({ create: { width: 10_000, height: 7000, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect((await upload(bomb)).body.code).toBe('upload.too_many_pixels');
});

/** A PNG that claims to be large and holds one line. */
function claim(width: number, height: number, { depth, kind }: { depth: number; kind: number }): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, kind], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1 + width * 8))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test.each([
  ['49 million pixels of four channels of 16 bits', 7000, 7000, { depth: 16, kind: 6 }, 'upload.too_many_pixels'],
  ['60 million pixels of four channels of 8 bits', 10_000, 6000, { depth: 8, kind: 6 }, 'upload.too_many_pixels'],
  [
    '60 million pixels of three channels of 8 bits, which may be, if they were there',
    10_000,
    6000,
    { depth: 8, kind: 2 },
    'upload.not_a_picture',
  ],
] as const)(
  'a picture is checked by its decoded size, before decoding: %s',
  async (_name, width, height, image, code) => {
    expect((await upload(claim(width, height, image), { name: 'a.png' })).body.code).toBe(code);
  },
);

test('of many concurrent pictures one is decoded at a time', async () => {
  const bytes = await picture(1200, 900).png().toBuffer();
  const people = await Promise.all([1, 2, 3, 4, 5, 6].map(() => app.person.member({ activated: false })));
  let isDone = false;
  let most = 0;
  const all = Promise.all(people.map((as) => upload(bytes, { as, name: 'a.png' }))).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    // Queued pictures may have their header read; only decoding counts as work.
    most = Math.max(most, sharp.counters().process);
    await turn();
  }
  expect((await all).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(most).toBe(1);
});

test('uploads of pictures are rate-limited', async () => {
  const member = await app.person.member({ activated: false });
  const statuses: number[] = [];
  for (let turns = 0; turns < 91; turns += 1) statuses.push((await upload(svg, { as: member })).status);
  expect([new Set(statuses.slice(0, 90)), statuses[90]]).toEqual([new Set([415]), 429]);
});

test('strangers upload nothing, and JSON is no picture', async () => {
  expect((await upload(svg, { as: await app.person.visitor() })).status).toBe(401);
  expect((await app.http('POST', '/home/upload/index', { as: admin, body: { file: 'x' } })).status).toBe(415);
});
