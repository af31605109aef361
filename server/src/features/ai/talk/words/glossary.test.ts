import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadScenes } from '../../scenes/public.ts';
import { findGloss } from './find-gloss.ts';
import { lookUp } from './glossary/glossary.ts';
import { words } from './glossary/words.ts';
import { lemmaOf } from './lemma.ts';

const folder = new URL('glossary/', import.meta.url);
/** Lines of the files as they stand: a parser would drop a word that is there twice. */
const lines = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n'))
  .filter((line) => line.startsWith(' '));

/** Every character of GB 2312, which has the simplified ones only. */
const simplified = new Set(
  Array.from({ length: 72 * 94 }, (_, n) =>
    new TextDecoder('gbk').decode(Uint8Array.of(0xb0 + Math.floor(n / 94), 0xa1 + (n % 94))),
  ),
);

/** English texts of a scene, at any depth: lines, goals, phrases, vocabulary, roles. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? (/^(?:en|text|place|.*_role)$/.test(key) ? [inner] : []) : textsIn(inner),
  );
}

const shippedScenes = await loadScenes();

describe('the glossary', () => {
  it('has every word once, in small letters, with a short meaning in simplified Chinese', () => {
    expect(lines.length).toBe(words.size);
    expect(words.size).toBeGreaterThan(3000);
    const wrong = [...words].filter(
      ([word, gloss]) =>
        !/^[a-zé]+(?:['-][a-z]+)*$/.test(word) ||
        !/^[\p{Script=Han}；，、（）…]{1,24}$/u.test(gloss) ||
        [...gloss].some((sign) => /\p{Script=Han}/u.test(sign) && !simplified.has(sign)),
    );
    expect(wrong).toEqual([]);
  });

  it.each(shippedScenes)('explains every word of $key', async ({ scene }) => {
    const chat = { scene_snapshot: scene, language: 'en' };
    const texts = [...new Set(textsIn(scene))].map((text) => text.replaceAll(/\{[a-z_\d]+\}/g, ' '));
    expect(texts.length).toBeGreaterThan(80);
    const unknown: string[] = [];
    for (const text of texts)
      for (const { 0: word, index } of text.matchAll(/\p{L}[\p{L}\p{N}]*(?:['’-]\p{L}+)*/gu)) {
        const gloss = (await lookUp(lemmaOf(word))) ?? (await findGloss(chat, text, { from: index, word })).gloss;
        if (gloss === null && !/\d/.test(word)) unknown.push(word);
      }
    expect(unknown).toEqual([]);
  });

  it('knows English only', async () => {
    const talk = { scene_snapshot: {}, language: 'fr' };
    expect(await findGloss(talk, 'Le chat', { from: 3, word: 'chat' })).toEqual({
      word: 'chat',
      lemma: 'chat',
      gloss: null,
      source: null,
    });
  });
});

const bases = `wanted want|sizes size|bigger big|went go|children child|stopped stop|hoping hope|dropped drop|hated hate|making make
running running|putting put|called call|filling fill|travelled travel|noted note|quoted quote|using use|studies study|tried try
movies movie|died die|dying die|lying lie|boxes box|watches watch|buses bus|potatoes potato|shoes shoe|houses house|tapes tape
easier easy|nicest nice|hottest hot|larger large|later later|child's child|children's child|London’s london|leaves leave
shelves shelf|mice mouse|grew grow|fell fall|was be|doesn't doesn't|I’d i'd|agreed agree|breathing breathe|pasted paste|visited visit`;
/** Words that look like a form of another and are none. */
const none = `bring string spring wing king fling sibling hundred seed weed indeed speed bleed red shed naked corner
number flower tower shower letter matter butter dinner summer paper sister brother teacher forest honest interest guest harvest
bus gas this yes his its tennis physics series news customs shorts tights glasses evening morning ceiling wedding pudding earring
icing bowling dressing willing united rugged incoming during nothing master offer later river ever under over other winter`;

describe('base forms', () => {
  it('are found behind endings and irregular forms', async () => {
    const pairs = bases.split(/[|\n]/).map((pair) => pair.split(' '));
    const talk = { scene_snapshot: {}, language: 'en' };
    const lemmas = await Promise.all(
      pairs.map(async ([form = '']) => [form, (await findGloss(talk, '', { from: 0, word: form })).lemma]),
    );
    expect(lemmas).toEqual(pairs);
    expect(pairs.filter(([, base = '']) => !words.has(base))).toEqual([]);
  });

  it('are never those of another word', async () => {
    const lemmas = await Promise.all(
      none.split(/\s+/).map(async (word) => [word, (await lookUp(word))?.lemma ?? word]),
    );
    expect(lemmas.filter(([word, lemma]) => word !== lemma)).toEqual([]);
  });
});
