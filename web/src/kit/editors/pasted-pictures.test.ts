import { expect, test } from 'vitest';
import { parsePasted, uploadPasted } from './pasted-pictures.ts';

const dot = 'data:image/png;base64,iVBORw0KGgo=';
const html = `<p>前</p><img src="${dot}"><img src="file:///C:/Users/a/image001.png"><img src="cid:image002"><img src="https://example.com/a.png"><p>后</p>`;

test('pictures that came as data are uploaded to their places; those of a computer are taken out and counted', async () => {
  const text = parsePasted(html);
  expect(text.pictures.map(({ file }) => ({ type: file.type, size: file.size }))).toEqual([
    { type: 'image/png', size: 8 },
  ]);
  expect(text.lost).toBe(2);
  expect(await uploadPasted(text, async () => '/files/1.png')).toBe(2);
  expect(text.body.innerHTML).toBe('<p>前</p><img src="/files/1.png"><img src="https://example.com/a.png"><p>后</p>');
});

test('a picture that cannot be uploaded is taken out, too', async () => {
  const text = parsePasted(`<p>前<img src="${dot}"></p>`);
  expect(await uploadPasted(text, async () => Promise.reject(new Error('too large')))).toBe(1);
  expect(text.body.innerHTML).toBe('<p>前</p>');
});
