import { expect, it } from 'vitest';
import { chooseSubtitles } from './subtitles.ts';
import { lineAt, transcriptLanguages, writeTranscript } from './transcript.ts';

const cue = (from: number, to: number, text: string) => ({ from, to, text });

it('puts what the other language says at that time below each line', () => {
  const english = [cue(4, 7, 'A <i>latte</i>,\nplease.'), cue(0, 3, 'Q&amp;A')];
  const chinese = [cue(0.2, 1, '问'), cue(1, 3.5, '答'), cue(4.4, 7.5, '一杯拿铁')];
  expect(writeTranscript(english, chinese)).toEqual([
    { from: 0, text: 'Q&A', second: '问 答' },
    { from: 4, text: 'A latte, please.', second: '一杯拿铁' },
  ]);
});

it('loses no words before the first line, and needs no second language', () => {
  expect(writeTranscript([cue(5, 6, 'one')], [cue(0, 1, '零'), cue(5, 6, '一')])).toEqual([
    { from: 5, text: 'one', second: '零 一' },
  ]);
  expect(writeTranscript([cue(5, 6, 'one')])).toEqual([{ from: 5, text: 'one', second: '' }]);
  expect(writeTranscript([], [cue(0, 1, '零')])).toEqual([]);
});

it.each([
  [-1, -1],
  [0, 0],
  [3.9, 0],
  [4, 1],
  [99, 2],
])('at second %d line %d is spoken', (position, line) => {
  expect(lineAt([{ from: 0 }, { from: 4 }, { from: 9 }], position)).toBe(line);
});

it.each([
  [['zh-CN', 'en'], 'zh-CN', 'en', 'zh-CN'],
  [['en', 'zh-CN'], 'zh-TW', 'en', 'zh-CN'],
  [['zh-CN'], 'zh-CN', 'zh-CN', undefined],
  [['en'], 'zh-CN', 'en', undefined],
  [[], 'zh-CN', undefined, undefined],
])('of %j a reader of %s sees %s above %s', (languages, locale, first, second) => {
  const offered = languages.map((language) => ({ language }));
  const pair = transcriptLanguages(offered, chooseSubtitles(offered, locale));
  expect([pair.first?.language, pair.second?.language]).toEqual([first, second]);
});
