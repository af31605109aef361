import { formatClock } from '@kaike/shared/kit/format';

export type NoteLine = { at_sec: number; body: string };

type NoteFormat = 'txt' | 'md';

/** Each note with its time; Markdown keeps paragraphs of a note together. */
function writeLines(notes: readonly NoteLine[], format: NoteFormat): string {
  const lines = [...notes]
    .sort((a, b) => a.at_sec - b.at_sec)
    .map(({ at_sec: at, body }) => {
      const time = formatClock(at);
      return format === 'md' ? `- **${time}** ${body.trim().replace(/\n/g, '\n  ')}` : `[${time}] ${body.trim()}`;
    });
  return `${lines.join('\n\n')}\n`;
}

/** The notes of a lesson as a text file, below its title. */
export const writeNotes = (title: string, notes: readonly NoteLine[], format: NoteFormat): string =>
  `${format === 'md' ? `# ${title}` : title}\n\n${writeLines(notes, format)}`;

export type NotedCourse<N extends NoteLine = NoteLine> = {
  title: string;
  lessons: readonly { title: string; notes: readonly N[] }[];
};

/** The notes of courses as one text file: title of the course, titles of its lessons, notes. */
export function writeCourseNotes(courses: readonly NotedCourse[], format: NoteFormat): string {
  const isMarkdown = format === 'md';
  return courses
    .map(({ title, lessons }) =>
      [
        isMarkdown ? `# ${title}\n` : `《${title}》\n`,
        ...lessons.map((one) => `${isMarkdown ? `## ${one.title}` : one.title}\n\n${writeLines(one.notes, format)}`),
      ].join('\n'),
    )
    .join('\n');
}

/** A file name without characters that file systems refuse. */
export const fileNameOf = (title: string): string =>
  title
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .trim()
    .slice(0, 80) || 'notes';
