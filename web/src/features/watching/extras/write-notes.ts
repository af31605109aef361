import { formatClock } from '@kaike/shared/kit/format';

export type NoteLine = { at_sec: number; body: string };

/** Notes as a text file: the lesson's title, then each note with its time; Markdown keeps paragraphs of a note together. */
export function writeNotes(title: string, notes: readonly NoteLine[], format: 'txt' | 'md'): string {
  const lines = [...notes]
    .sort((a, b) => a.at_sec - b.at_sec)
    .map(({ at_sec: at, body }) => {
      const time = formatClock(at);
      return format === 'md' ? `- **${time}** ${body.trim().replace(/\n/g, '\n  ')}` : `[${time}] ${body.trim()}`;
    });
  return `${format === 'md' ? `# ${title}` : title}\n\n${lines.join('\n\n')}\n`;
}

/** A file name without characters that file systems refuse. */
export const fileNameOf = (title: string): string =>
  title
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .trim()
    .slice(0, 80) || 'notes';
