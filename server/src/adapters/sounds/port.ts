/** What Debian's packages `pocketsphinx` and `pocketsphinx-en-us` install: a program on the path, and a model with its dictionary. */
export const pocketsphinxFiles = {
  program: 'pocketsphinx_continuous',
  models: ['/usr/share/pocketsphinx/model/en-us', '/usr/local/share/pocketsphinx/model/en-us'],
  dictionary: 'cmudict-en-us.dict',
} as const;

/** A sound of a word that was heard as another one. Sounds are named as in the CMU dictionary: `TH`, `IY`. */
export type OtherSound = {
  /** The place of the word in the text. */
  word: number;
  sound: string;
  /** Null when it was left out. */
  instead: string | null;
};

/** `other_words`: what was said is not the text. `unknown_words`: nobody knows how a word of the text sounds. */
export type HeardSounds = 'other_words' | 'unknown_words' | readonly OtherSound[];

/** Compares how a text was read with how it sounds, on this machine. It measures no more than which of two sounds is nearer. */
export type SoundCheck = {
  /** Who compares; null while it is not installed. */
  name: () => Promise<string | null>;
  /** Samples of 16 kHz. Rejects when it cannot be done now, as while another recording of the same member is compared or waits. */
  compare: (samples: Int16Array, words: readonly string[], memberId?: number) => Promise<HeardSounds>;
};
