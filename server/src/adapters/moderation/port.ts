import type { ModerationLabel } from '@kaike/shared/domain/ai/moderation';

/** Whose words are judged: the learner's, or those of a reply. */
export type JudgedDirection = 'input' | 'output';

/** `review` lets words pass, and a person reads them later. */
export type Judgement = { verdict: 'pass' | 'review' | 'block'; label: ModerationLabel };

/** What a call is booked on. */
export type ModerationCause = { member_id: number; chat_id: number; message_id?: number };

/** Who judges what is said in talks, beside the rules of the product. */
export type ModerationService = {
  /** How much longer a minor waits for a sentence than its words took, in milliseconds. */
  minor_wait_ms: number;
  /** Whether a vendor would judge words now: none is set up, its account refuses, it cannot be reached, or the day's money is spent. */
  isOn: () => Promise<boolean>;
  /** Null when nobody could say in time. Never throws: a talk does not depend on it. */
  judge: (words: { text: string; direction: JudgedDirection }, cause: ModerationCause) => Promise<Judgement | null>;
  /** False while a vendor is chosen and none has a complete account. */
  isSetUp: () => Promise<boolean>;
  /** A harmless sentence for the vendor in this place of the settings; resolves to its id of the call. */
  test: (place: number) => Promise<{ id: string }>;
  /** Whether the vendor refused the account within a day and has not answered since. */
  isRefused: () => Promise<boolean>;
};
