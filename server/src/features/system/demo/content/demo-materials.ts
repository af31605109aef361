import type { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { writeVtt } from '@kaike/shared/domain/catalog/courses/subtitles';
import type { Context } from '../../../../core/context.ts';
import { fileAddress } from '../../../../kit/files.ts';
import { makeWorksheet } from './demo-worksheet.ts';

/** Addresses of the demo school's documents. */
export type DemoFiles = { worksheet: string; words: string };

/** A lesson besides the videos, at the end of a course. */
export type DemoExtra = { title: string; is_free?: boolean } & (
  | { type: typeof lessonType.article; content: string }
  | { type: typeof lessonType.document; file: keyof DemoFiles }
  | { type: typeof lessonType.ai_scene; template: string }
);

const words = [
  ['Nice to meet you.', '很高兴认识您。'],
  ['How do you spell it?', '怎么拼写？'],
  ['I work in a bookshop.', '我在书店工作。'],
  ['Could I have oat milk?', '可以换燕麦奶吗？'],
  ['It is two stops from here.', '离这里两站路。'],
  ['See you on Friday.', '周五见。'],
];

const wordList = `零基础英语开口课 · 随堂句型\n\n${words.map(([en, zh]) => `${en}\t${zh}`).join('\n')}\n`;

const files = [
  { key: 'worksheet', name: '练习纸：四句成段.pdf', ext: 'pdf', make: makeWorksheet },
  { key: 'words', name: '随堂句型.txt', ext: 'txt', make: () => Buffer.from(wordList) },
] as const;

/** Stores the documents of the demo school as if they had been uploaded. */
export async function makeFiles(ctx: Context): Promise<DemoFiles> {
  const addresses: DemoFiles = { worksheet: '', words: '' };
  const { user_id: owner } = await ctx.db
    .selectFrom('admins')
    .select('user_id')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  for (const { key, name, ext, make } of files) {
    const bytes = make();
    const stored = await ctx.adapters.storage.store(ext, bytes);
    await ctx.db
      .insertInto('files')
      .values({
        key: stored.key,
        name,
        ext,
        size: bytes.length,
        hash: stored.hash,
        used_at: ctx.clock(),
        created_by: owner,
      })
      .execute();
    addresses[key] = fileAddress(stored.key);
  }
  return addresses;
}

const lines = [
  ['Hello, I am Lin.', '你好，我是小林。'],
  ['What should I call you?', '我该怎么称呼您？'],
  ['Please call me Emma.', '叫我艾玛就好。'],
  ['Where are you from?', '您从哪里来？'],
  ['I am from a town by the sea.', '我来自海边的小镇。'],
  ['Nice to meet you, Emma.', '很高兴认识您，艾玛。'],
];
const secondsPerLine = 5;
const languages = ['en', 'zh-CN'] as const;

/** Subtitles of a clip in both languages, line by line. */
export const demoSubtitles = languages.map((language, place) => ({
  language,
  cue_count: lines.length,
  body: writeVtt(
    lines.map((line, index) => ({
      from: index * secondsPerLine + 1,
      to: (index + 1) * secondsPerLine,
      text: line[place] ?? '',
    })),
  ),
}));

export const selfCheck = `<p>写完一段，先别急着交。放十分钟，再用下面三条标准读一遍。</p>
<h3>一、一个句子只说一件事</h3>
<p>读到 and 就停一停：前后是两件事，就拆成两句。</p>
<blockquote><p>I like this café, and my brother works there, and it opens at eight.</p><p>I like this café. My brother works there. It opens at eight.</p></blockquote>
<h3>二、第一句说出主题</h3>
<p>只读每段的第一句，整篇文章的意思还在吗？不在，就把最要紧的那句挪到前面。</p>
<h3>三、例子比形容词有用</h3>
<p>圈出 good、nice、very，想一个能看见的细节来换。</p>
<ul><li>a nice room → a room with a window over the river</li><li>very tired → too tired to take off her coat</li></ul>
<p>三条都做到，就可以交了。</p>`;
