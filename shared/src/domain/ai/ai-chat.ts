import { choicesOf } from '../status.ts';

export const aiPeopleStatus = { on: 1, off: 2 } as const;
export const aiPeopleStatusChoices = choicesOf(aiPeopleStatus, { on: 'success', off: 'muted' });

/** When an AI teacher corrects the member's sentences. */
export const correctionChoices = choicesOf({ inline: 'inline', after: 'after', off: 'off' });

/** Languages an AI teacher speaks. */
export const aiLanguageChoices = choicesOf({
  english: 'en',
  chinese: 'zh-CN',
  japanese: 'ja',
  french: 'fr',
  german: 'de',
  spanish: 'es',
  korean: 'ko',
});

export const chatModeChoices = choicesOf({ free: 'free', scene: 'scene', lesson: 'lesson' });

export const aiRoleChoices = choicesOf(
  { member: 'member', ai: 'ai', system: 'system' },
  { member: 'info', ai: 'purple', system: 'muted' },
);
export const aiKindChoices = choicesOf({ text: 'text', voice: 'voice' });

/** What learners find wrong with a reply. */
export const reportReasonChoices = choicesOf({
  wrong: 'wrong',
  offensive: 'offensive',
  unsafe: 'unsafe',
  other: 'other',
});
