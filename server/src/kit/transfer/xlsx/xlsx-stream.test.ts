import { PassThrough, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre';
import { expect, it } from 'vitest';
import { writeXlsx } from './xlsx-stream.ts';

const chunk = Array.from({ length: 1000 }, (_one, index) => [index, `学员 ${index}`, String(Math.random())]);

it('writes texts and numbers that a reader gets back, without characters XML cannot hold', async () => {
  const target = new PassThrough();
  const rows = async function* () {
    yield [['编号', '备注']];
    yield [
      [1.5, 'a <b> & "c"\u0007'],
      [null, ' =1+1'],
      ['_x000D_', 'a_x000d_b _x005F_ _x00_'],
    ];
  };
  const [bytes] = await Promise.all([buffer(target), writeXlsx(target, { sheet: 'a/b', rows: rows() })]);
  const { sheets } = await readXlsx(new Uint8Array(bytes));
  expect(sheets[0]).toMatchObject({
    name: 'a b',
    rows: [
      ['编号', '备注'],
      [1.5, 'a <b> & "c"'],
      [null, ' =1+1'],
      ['_x000D_', 'a_x000d_b _x005F_ _x00_'],
    ],
  });
});

it('stops reading rows when the receiver goes away', async () => {
  let isClosed = false;
  const rows = async function* () {
    try {
      for (;;) yield chunk;
    } finally {
      isClosed = true;
    }
  };
  let written = 0;
  const target = new Writable({
    write(bytes: Buffer, _encoding, done) {
      written += bytes.length;
      if (written > 100_000) target.destroy();
      done();
    },
  });
  await expect(writeXlsx(target, { sheet: 'a', rows: rows() })).rejects.toThrow();
  await expect.poll(() => isClosed).toBe(true);
});

it('fails when the rows cannot be read', async () => {
  const rows = async function* () {
    yield chunk;
    throw new Error('connection lost');
  };
  const target = new PassThrough().resume();
  await expect(writeXlsx(target, { sheet: 'a', rows: rows() })).rejects.toThrow('connection lost');
});
