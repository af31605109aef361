import { choicesOf, type Transition, type ValueIn } from '../status.ts';
import { reportReasonChoices } from './ai-chat.ts';

/** Where the words came from. `report`: a learner objects to a reply. */
export const moderationDirectionChoices = choicesOf({ input: 'input', output: 'output', report: 'report' });

/** What was done: `block` shows nothing of it, `care` answers with a card written by people; `review`, of a moderation service, and `report` only wait for a person. */
export const moderationVerdicts = { block: 'block', care: 'care', review: 'review', report: 'report' } as const;
export type ModerationVerdict = ValueIn<typeof moderationVerdicts>;
export const moderationVerdictChoices = choicesOf(moderationVerdicts, {
  block: 'warning',
  care: 'danger',
  review: 'outline',
  report: 'info',
});

/** What the local rules find, the gravest first; a text gets the first that fits. `service`: only a moderation service says why. */
export const moderationLabels = ['self_harm', 'abuse', 'sexual', 'violence', 'insult', 'school', 'service'] as const;
export type ModerationLabel = (typeof moderationLabels)[number];

/** Labels, and the reasons of learners' reports. */
export const moderationLabelChoices = [
  ...moderationLabels.map((value) => ({ value, key: value })),
  ...reportReasonChoices,
];

/** Labels of what a learner says about themselves, which need a person. */
export const careLabels: readonly ModerationLabel[] = ['self_harm', 'abuse'];

export const moderationState = { waiting: 1, confirmed: 2, cleared: 3 } as const;
export type ModerationState = ValueIn<typeof moderationState>;
export const moderationStateChoices = choicesOf(moderationState, {
  waiting: 'warning',
  confirmed: 'danger',
  cleared: 'muted',
});

/** A decision stays. */
export const moderationActions = {
  confirm: { from: [moderationState.waiting], to: moderationState.confirmed },
  clear: { from: [moderationState.waiting], to: moderationState.cleared },
} as const satisfies Readonly<Record<string, Transition<ModerationState>>>;

/** Days for which the queue keeps an entry. */
export const moderationDays = 180;
/** Turns of a talk that did not pass, after which it ends. */
export const maxBlockedTurns = 3;

/** The provider whose lines were written by people: they are neither moderated nor labelled as made by AI. */
export const scriptProvider = 'script';
