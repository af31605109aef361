import { expect, it } from 'vitest';
import { cutPlaylist, rewritePlaylist } from './playlist.ts';

const TEXT = `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-TARGETDURATION:6
#EXT-X-MAP:URI="init.mp4"

#EXTINF:6,
segment-1.m4s
#EXTINF:2.5,
segment-2.m4s

#EXT-X-ENDLIST
`;

it('signs the first fragment and every segment, and nothing else', () => {
  const signed: string[] = [];
  const text = rewritePlaylist(TEXT, (segment) => {
    signed.push(segment);
    return `/uploads/a/${segment}?e=1&token=x`;
  });
  expect(signed).toEqual(['init.mp4', 'segment-1.m4s', 'segment-2.m4s']);
  expect(text).toBe(TEXT.replaceAll(/(init\.mp4|segment-\d\.m4s)/g, '/uploads/a/$1?e=1&token=x'));
});

it('reads Windows line endings, and the playlist of several qualities', () => {
  const master =
    '#EXTM3U\r\n#EXT-X-MEDIA:TYPE=AUDIO,URI="audio.m3u8"\r\n#EXT-X-STREAM-INF:BANDWIDTH=1\r\nvideo.m3u8\r\n';
  expect(rewritePlaylist(master, (name) => `${name}?s`)).toBe(
    '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,URI="audio.m3u8?s"\n#EXT-X-STREAM-INF:BANDWIDTH=1\nvideo.m3u8?s\n',
  );
});

it.each([
  'https://elsewhere.example/a.m4s',
  '../other/segment-1.m4s',
  '/etc/passwd',
  'data:video/mp4,x',
  'file:///a.m4s',
  'a b.m4s',
  '.hidden.m4s',
])('does not sign %s', (name) => {
  expect(() => rewritePlaylist(`#EXTM3U\n${name}\n`, String)).toThrow(
    expect.objectContaining({ code: 'bad_response', reason: 'foreign_segment' }),
  );
  expect(() => rewritePlaylist(`#EXT-X-MAP:URI="${name}"\n`, String)).toThrow(
    expect.objectContaining({ reason: 'foreign_segment' }),
  );
});

it.each([
  [1, 1],
  [6, 1],
  [6.1, 2],
  [8.5, 2],
  [100, 2],
])('a preview of %d s names %i segments', (seconds, count) => {
  const cut = cutPlaylist(TEXT, seconds);
  expect(cut.match(/segment-\d/g)).toHaveLength(count);
  expect(cut).toContain('URI="init.mp4"');
  expect(cut.trimEnd().endsWith('#EXT-X-ENDLIST')).toBe(true);
});
