/** What the AI teacher may remember of a learner: something about them, what they like, what they aim at. */
export const memoryKinds = ['fact', 'interest', 'goal'] as const;
export type MemoryKind = (typeof memoryKinds)[number];

/** Things remembered of one learner. */
export const maxMemories = 30;
export const maxMemoryLength = 120;
/** Of one talk. */
export const memoriesOfTalk = 3;

/** What a learner agrees to about the AI teacher. */
export const consentPurposes = ['voice', 'memory', 'reading'] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];
