import { choicesOf, type ValueIn } from '../status.ts';

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

export const chatStatus = { active: 1, finished: 2, blocked: 4, failed: 5 } as const;
export type ChatStatus = ValueIn<typeof chatStatus>;
export const chatStatusChoices = choicesOf(chatStatus, {
  active: 'info',
  finished: 'success',
  blocked: 'danger',
  failed: 'warning',
});

export const chatModeChoices = choicesOf({ free: 'free', scene: 'scene' });

export const aiRoleChoices = choicesOf(
  { member: 'member', ai: 'ai', system: 'system' },
  { member: 'info', ai: 'purple', system: 'muted' },
);
export const aiKindChoices = choicesOf({ text: 'text', voice: 'voice' });

export const aiMessageStatus = { pending: 1, streaming: 2, done: 3, stopped: 4, failed: 5, blocked: 6 } as const;
export type AiMessageStatus = ValueIn<typeof aiMessageStatus>;
export const aiMessageStatusChoices = choicesOf(aiMessageStatus, {
  pending: 'muted',
  streaming: 'info',
  done: 'success',
  stopped: 'outline',
  failed: 'warning',
  blocked: 'danger',
});
