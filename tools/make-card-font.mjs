// Creates server/assets/fonts/card-sans.ttf.br from a full TrueType font: only the characters of Chinese cards.
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import subsetFont from 'subset-font';

/** Every character of a two-byte encoding. */
function charactersOf(encoding, first) {
  const decoder = new TextDecoder(encoding);
  let text = '';
  for (let lead = first[0]; lead <= first[1]; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) text += decoder.decode(new Uint8Array([lead, trail]));
  return text;
}

const [source, target = 'server/assets/fonts/card-sans.ttf.br'] = process.argv.slice(2);
if (!source) throw new Error('Usage: node tools/make-card-font.mjs <NotoSansSC-Medium.ttf> [target]');
const latin = String.fromCodePoint(...Array.from({ length: 0x250 - 0x20 }, (_, index) => 0x20 + index));
const marks =
  '\u2010\u2011\u2012\u2013\u2014\u2015\u2018\u2019\u201c\u201d\u2022\u2026\u2030\u20ac\u2103\u2116\u2122\u2190\u2191\u2192\u2193\u00b7';
const text = `${latin}${marks}${charactersOf('gbk', [0x81, 0xfe])}${charactersOf('big5', [0xa1, 0xc6])}`;
// Cards are set character by character, so rules of layout would only be bytes.
const bytes = await subsetFont(readFileSync(source), text.replaceAll('\ufffd', ''), {
  targetFormat: 'truetype',
  noLayoutClosure: true,
});
writeFileSync(
  target,
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }),
);
console.log(`${bytes.length} bytes before packing`);
