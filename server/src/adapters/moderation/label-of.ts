import type { ModerationLabel } from '@kaike/shared/domain/ai/moderation';

/** What names of a vendor mean, the gravest first. */
export type LabelNames = readonly (readonly [RegExp, ModerationLabel])[];

/** The gravest label among the names that a vendor found; `service` when only the vendor knows what they mean. */
export const labelOf = (labels: LabelNames, names: readonly string[]): ModerationLabel =>
  labels.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1] ?? 'service';
