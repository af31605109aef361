import {
  isAskable,
  sentenceWithGap,
  type MaterialPhrase,
  type MaterialWord,
} from '@kaike/shared/domain/catalog/courses/lesson-material';
import { AppError } from '../../../../core/app-error.ts';
import { checkScript } from '../../scenes/public.ts';
import { scriptLevels, type ByLevel, type ScriptLine } from '@kaike/shared/domain/ai/scene-script';

/** Words of one talk: what fits into ten minutes. */
export const wordsOfTalk = 8;

export type Material = {
  outline: string;
  words: readonly MaterialWord[];
  phrases: readonly MaterialPhrase[];
};

/** The same on every level: the sentence is the lesson's. */
function everyLevel<T>(value: T): ByLevel<T> {
  const [A1, B1, C1] = scriptLevels.map(() => value);
  return { A1: A1 ?? value, B1: B1 ?? value, C1: C1 ?? value };
}

const leads: readonly ScriptLine[] = [
  { en: 'Which word is missing?', zh: '这里缺哪个词？' },
  { en: 'Next one. What fits in the gap?', zh: '下一个，空格里填什么？' },
  { en: 'And here?', zh: '这一句呢？' },
];

const lettersOf = (text: string): number => text.replaceAll(' ', '').length;

function questionOf(words: readonly MaterialWord[], index: number) {
  const word = words[index] ?? { text: '', zh: '', sentence: '' };
  const lead = leads[index % leads.length] ?? { en: '', zh: '' };
  const other = words[(index + 1) % words.length]?.text ?? '';
  // In alphabetical order, so that the place says nothing.
  const both = [word.text, other].toSorted();
  const count = lettersOf(word.text);
  const sentence = sentenceWithGap(word) ?? '';
  return {
    id: `word_${index + 1}`,
    // The meaning belongs to the question, so it stands in the line itself.
    say: everyLevel([
      {
        en: `${lead.en} "${sentence}" (${word.zh})`,
        zh: `${lead.zh}“${sentence}”（${word.zh}）`,
      },
    ]),
    task: `填入表示“${word.zh}”的词`,
    task_en: 'Fill in the missing word',
    expect: [
      {
        intent: `word_${index + 1}`,
        any: [word.text],
        reply: [{ en: `Yes, "${word.text}".`, zh: `对，${word.text}：${word.zh}。` }],
      },
    ],
    model: everyLevel({ en: word.text, zh: word.zh }),
    else: {
      rephrase: {
        en: `Not quite. It begins with "${word.text.slice(0, 1)}" and has ${count} letters.`,
        zh: `不太对。这个词以 ${word.text.slice(0, 1)} 开头，共 ${count} 个字母。`,
      },
      choices: {
        en: `Is it "${both[0] ?? ''}" or "${both[1] ?? ''}"?`,
        zh: `是 ${both[0] ?? ''} 还是 ${both[1] ?? ''}？`,
      },
    },
    next: index + 1 < words.length ? `word_${index + 2}` : 'own',
  };
}

const own = {
  id: 'own',
  say: everyLevel([
    {
      en: 'Now say one sentence of your own with one of these words.',
      zh: '现在用其中一个词，说一句您自己的话。',
    },
  ]),
  task: '用刚才的一个词造句',
  task_en: 'Make a sentence with one of these words',
  expect: [{ intent: 'own', any: ['*3'], reply: [{ en: 'Thank you for that sentence.', zh: '谢谢您的这句话。' }] }],
  else: {
    rephrase: { en: 'A few more words, please.', zh: '请再多说几个词。' },
    choices: { en: 'One short sentence is enough.', zh: '一个短句就可以。' },
  },
  next: 'end',
};

/** What is to be reached, without the word itself: it is what the teacher asks for. */
export const goalOf = ({ zh }: MaterialWord): string => `Say “${zh}” in English`;

/** A talk about a lesson as a scene: each word is asked for in its sentence. Its script needs no service; with one it is what stands in. */
export function reviewScene(lessonTitle: string, { outline, words, phrases }: Material) {
  const [first] = words;
  return {
    user_role: 'a learner who has just taken the lesson',
    ai_role: 'a teacher who goes through the lesson with the learner',
    picture: 'school',
    place: 'an online lesson',
    minutes: 10,
    goals: words.map((word) => ({ text: goalOf(word), zh: `说出“${word.zh}”`, check: { any: [word.text] } })),
    phrases,
    vocabulary: words.map(({ text, zh }) => ({ text, zh })),
    outline,
    script: {
      intro: {
        en: `You go through the words of the lesson "${lessonTitle}", each in its sentence.`,
        zh: `和外教过一遍《${lessonTitle}》里的词，每个词都在原句里。`,
      },
      nodes: [
        ...words.map((_word, index) => questionOf(words, index)),
        {
          ...own,
          model: everyLevel({
            en: first?.sentence ?? '',
            zh: `这一课的原句（${first?.text ?? ''}：${first?.zh ?? ''}）`,
          }),
        },
        {
          id: 'end',
          say: everyLevel([{ en: 'Well done. See you in the next lesson!', zh: '很好，下一课见！' }]),
          end: true,
        },
      ],
    },
  };
}

/** The body of the prompt where a chat service talks about a lesson. */
export const reviewBody = `Talk with the learner about the lesson named in the facts. Ask about its content, and lead the learner to these
goals: {{goals_left}}. Say one or two short sentences, and end with a question. Do not teach anything that the facts do not mention.`;

/** Whether a script can ask for the word and understand it as an answer. */
export function canAsk(word: MaterialWord): boolean {
  if (!isAskable(word)) return false;
  try {
    checkScript(reviewScene('', { outline: '', words: [word], phrases: [] }));
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
