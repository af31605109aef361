/** What speakers of Mandarin say in place of a sound. θ as f, æ as e and n as ŋ are not told apart well enough: right readings were taken for them. */
const substitutes: Readonly<Record<string, readonly string[]>> = {
  TH: ['S', 'T'],
  DH: ['D', 'Z'],
  V: ['W'],
  W: ['V'],
  IH: ['IY'],
  IY: ['IH'],
  L: ['R', 'N'],
  R: ['L'],
  N: ['L'],
  NG: ['N'],
};
/** What they leave out at the end of a word. */
const droppedLast = new Set(['B', 'D', 'G', 'K', 'L', 'M', 'N', 'P', 'T', 'V', 'Z']);
/** A shorter word without its last sound is another word. */
const minSounds = 3;

/** Words that are said without stress: how they sound depends on their neighbours, and nobody should be told that it is wrong. */
const unstressed = new Set(
  `a an the and or but nor of to for from at in on with as that this these those than is are was were be been am do does did has have had
  can could would should will shall may might must i you he she it we they me my your his her its our their him us them some there not no
  just so if when what who which where how i'm it's that's don't didn't i'd i'll you're we're they're`.split(/\s+/),
);

/** How a word may be said: right, or with one sound replaced. */
export type SpokenForm = { sounds: readonly string[]; other: { sound: string; instead: string | null } | null };

function* replaced(sounds: readonly string[]): Generator<SpokenForm> {
  for (const [at, sound] of sounds.entries())
    for (const instead of substitutes[sound] ?? [])
      yield { sounds: sounds.with(at, instead), other: { sound, instead } };
  const last = sounds.at(-1) ?? '';
  if (sounds.length >= minSounds && droppedLast.has(last))
    yield { sounds: sounds.slice(0, -1), other: { sound: last, instead: null } };
}

/** The right forms of a word, and each that differs from all of them in one typical sound. */
export function spokenForms(word: string, pronunciations: readonly (readonly string[])[]): SpokenForm[] {
  const forms: SpokenForm[] = pronunciations.map((sounds) => ({ sounds, other: null }));
  if (unstressed.has(word)) return forms;
  const seen = new Set(pronunciations.map((sounds) => sounds.join(' ')));
  for (const form of pronunciations.flatMap((sounds) => [...replaced(sounds)])) {
    const key = form.sounds.join(' ');
    if (!seen.has(key)) forms.push(form);
    seen.add(key);
  }
  return forms;
}
