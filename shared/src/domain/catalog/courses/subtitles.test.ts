import { describe, expect, it } from 'vitest';
import { chooseSubtitles, cutVtt, parseSubtitles, writeVtt, type Cue } from './subtitles.ts';

const srt = `\uFEFF1\r
00:00:01,000 --> 00:00:03,500\r
{\\an8}Hello & <font color="red">welcome</font>\r
to <i>Kaike</i>\r
\r
2\r
01:00:00,000 --> 01:00:02,000\r
a < b\r
`;

const vtt = `WEBVTT - a title
X-TIMESTAMP-MAP=LOCAL:00:00:00.000

NOTE made by hand -->
nothing here

STYLE
::cue { color: red }

intro
00:01.000 --> 00:02.000 align:start position:10%
<v Anna>你好</v>

00:03.000 --> 00:04.000
<script>alert(1)</script>
`;

const cuesOf = (text: string): readonly Cue[] => {
  const read = parseSubtitles(text);
  return 'cues' in read ? read.cues : [];
};

describe('readSubtitles', () => {
  it('reads SRT with byte order mark, CRLF and foreign tags', () => {
    expect(cuesOf(srt)).toEqual([
      { from: 1, to: 3.5, text: 'Hello & welcome\nto <i>Kaike</i>' },
      { from: 3600, to: 3602, text: 'a < b' },
    ]);
  });

  it('reads WebVTT, ignoring notes, styles, positions and voices', () => {
    expect(cuesOf(vtt)).toEqual([
      { from: 1, to: 2, text: '你好' },
      { from: 3, to: 4, text: 'alert(1)' },
    ]);
  });

  it('reports the line of a problem', () => {
    expect(parseSubtitles('1\n00:00:05,000 --> 00:00:01,000\nbackwards')).toEqual({ problem: 'bad_time', line: 2 });
    expect(parseSubtitles('WEBVTT\n\n00:61.000 --> 01:62.000\nno such second')).toEqual({
      problem: 'bad_time',
      line: 3,
    });
    expect(parseSubtitles('just a text')).toEqual({ problem: 'no_cues', line: 1 });
    expect(parseSubtitles(' \n ')).toEqual({ problem: 'empty', line: 1 });
  });

  it('refuses too many cues', () => {
    const many = Array.from({ length: 5001 }, () => '00:01.000 --> 00:02.000\nx').join('\n\n');
    expect(parseSubtitles(many)).toMatchObject({ problem: 'too_many' });
  });
});

describe('writeVtt', () => {
  it('writes valid WebVTT sorted by time, which reads back the same', () => {
    const written = writeVtt([...cuesOf(srt)].reverse());
    expect(written).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nHello &amp; welcome\nto <i>Kaike</i>\n\n01:00:00.000 --> 01:00:02.000\na &lt; b\n',
    );
    expect(cuesOf(written)).toHaveLength(2);
  });
});

describe('cutVtt', () => {
  it('keeps cues that start before a second, unchanged', () => {
    const file = writeVtt([
      { from: 0, to: 2, text: 'a & b' },
      { from: 9.999, to: 12, text: 'c' },
      { from: 10, to: 11, text: 'd' },
      { from: 3600, to: 3601, text: 'e' },
    ]);
    expect(cutVtt(file, 10)).toBe(
      writeVtt([
        { from: 0, to: 2, text: 'a & b' },
        { from: 9.999, to: 12, text: 'c' },
      ]),
    );
    expect([cutVtt(file, null), cutVtt(file, 0)]).toEqual([file, 'WEBVTT\n']);
  });
});

describe('chooseSubtitles', () => {
  it('takes the same language, else a variant of it', () => {
    const offered = [{ language: 'en' }, { language: 'zh-TW' }];
    expect([
      chooseSubtitles(offered, 'en')?.language,
      chooseSubtitles(offered, 'zh-CN')?.language,
      chooseSubtitles(offered, 'fr'),
    ]).toEqual(['en', 'zh-TW', undefined]);
  });
});
