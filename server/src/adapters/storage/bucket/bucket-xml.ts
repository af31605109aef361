import type { PartEntry } from '../provider.ts';

const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", '#34': '"' };

const decode = (text: string): string =>
  text.replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
const encode = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The text of the first element of a name; empty when there is none. */
export const parseTag = (xml: string, name: string): string =>
  decode(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '');

/** The parts in an answer to ListParts. */
export const parseParts = (xml: string): PartEntry[] =>
  [...xml.matchAll(/<Part>([\s\S]*?)<\/Part>/g)].map(([, part = '']) => ({
    partNumber: Number(parseTag(part, 'PartNumber')),
    etag: parseTag(part, 'ETag'),
    size: Number(parseTag(part, 'Size')),
  }));

/** The list that completes an upload. */
export const writeParts = (parts: readonly Pick<PartEntry, 'partNumber' | 'etag'>[]): string =>
  `<CompleteMultipartUpload>${parts
    .map(({ partNumber, etag }) => `<Part><PartNumber>${partNumber}</PartNumber><ETag>${encode(etag)}</ETag></Part>`)
    .join('')}</CompleteMultipartUpload>`;
