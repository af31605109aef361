import { primaryLanguage } from '../../primary-language.ts';

export type Cue = { readonly from: number; readonly to: number; readonly text: string };
export type Subtitles =
  | { readonly cues: readonly Cue[] }
  | { readonly problem: 'empty' | 'no_cues' | 'too_many' | 'bad_time'; readonly line: number };

const maxCues = 5000;
const maxTextLength = 500;

/** `01:02:03,456` or `02:03.456`: hours are optional, milliseconds have three digits. */
const timing =
  /^(?:(\d{1,3}):)?([0-5]\d):([0-5]\d)[.,](\d{3})\s+-->\s+(?:(\d{1,3}):)?([0-5]\d):([0-5]\d)[.,](\d{3})(?:\s.*)?$/;

const seconds = (parts: readonly (string | undefined)[]): number => {
  const [hours = '0', minutes = '0', whole = '0', thousandths = '0'] = parts.map((part) => part ?? '0');
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(whole) + Number(thousandths) / 1000;
};

/** Players support these; colours, positions and classes of other tools are removed. */
const allowedTag = /^<\/?[biu]>$/i;

function cleanText(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/\{\\[^}]*\}/g, '')
    .replace(/<[^<>\n]*>/g, (tag) => (allowedTag.test(tag) ? tag.toLowerCase() : ''))
    .replace(/-->/g, '→')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
    .slice(0, maxTextLength);
}

/** Blocks separated by empty lines, each with the number of its first line. */
function blocksOf(text: string): { lines: string[]; first: number }[] {
  const blocks: { lines: string[]; first: number }[] = [];
  let open: { lines: string[]; first: number } | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') open = null;
    else if (open) open.lines.push(line);
    else {
      open = { lines: [line], first: index + 1 };
      blocks.push(open);
    }
  }
  return blocks;
}

/** Reads WebVTT or SRT, which both consist of blocks with a timing line. Reports the line of a problem. */
export function parseSubtitles(file: string): Subtitles {
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (text.trim() === '') return { problem: 'empty', line: 1 };
  const cues: Cue[] = [];
  for (const { lines, first } of blocksOf(text)) {
    const at = lines.findIndex((line) => line.includes('-->'));
    // The file header, notes, styles and regions have no timing.
    if (at < 0 || /^(?:NOTE|STYLE|REGION)\b/.test(lines[0] ?? '')) continue;
    const match = timing.exec((lines[at] ?? '').trim());
    const [from, to] = match ? [seconds(match.slice(1, 5)), seconds(match.slice(5, 9))] : [0, 0];
    if (!match || at > 1 || to <= from) return { problem: 'bad_time', line: first + at };
    const cueText = cleanText(lines.slice(at + 1));
    if (cueText !== '') cues.push({ from, to, text: cueText });
    if (cues.length > maxCues) return { problem: 'too_many', line: first };
  }
  return cues.length === 0 ? { problem: 'no_cues', line: 1 } : { cues };
}

const two = (value: number): string => String(value).padStart(2, '0');

function clock(at: number): string {
  const thousandths = Math.round(at * 1000);
  const whole = Math.floor(thousandths / 1000);
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}.${String(thousandths % 1000).padStart(3, '0')}`;
}

/** A bare ampersand or angle bracket would start an entity or a tag. */
const escapeText = (text: string): string =>
  text.replace(/&(?!(?:amp|lt|gt|nbsp);)/g, '&amp;').replace(/<(?!\/?[biu]>)/g, '&lt;');

/** Cues as WebVTT, sorted by time. */
export function writeVtt(cues: readonly Cue[]): string {
  const blocks = [...cues]
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, text }) => `${clock(from)} --> ${clock(to)}\n${escapeText(text)}`);
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`;
}

/** The cues of a `writeVtt` file that start before a second; null returns all. */
export function cutVtt(file: string, before: number | null): string {
  if (before === null) return file;
  const blocks = file
    .trimEnd()
    .split('\n\n')
    .filter((block) => {
      const match = timing.exec(block.split('\n')[0] ?? '');
      return match === null || seconds(match.slice(1, 5)) < before;
    });
  return `${blocks.join('\n\n')}\n`;
}

/** Languages of subtitles, by their native names. */
export const subtitleLanguages = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  en: 'English',
  ja: '日本語',
  ko: '한국어',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
  ru: 'Русский',
} as const;
export type SubtitleLanguage = keyof typeof subtitleLanguages;
export const subtitleLanguageChoices = (Object.keys(subtitleLanguages) as SubtitleLanguage[]).map((value) => ({
  value,
  key: value,
}));

/** The subtitles for a reader: in their language, else in a variant of it, else none. */
export function chooseSubtitles<T extends { language: string }>(
  offered: readonly T[],
  language: string,
): T | undefined {
  const primary = primaryLanguage(language);
  return (
    offered.find((one) => one.language === language) ?? offered.find((one) => primaryLanguage(one.language) === primary)
  );
}
