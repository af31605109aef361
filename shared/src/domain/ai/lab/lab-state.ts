import { choicesOf, type ValueIn } from '../../status.ts';

/** What the lab says of a version of a scene; `stale`: it, or its cases, changed since. */
export const labState = { untested: 0, passed: 1, failed: 2, stale: 3, running: 4 } as const;
export type LabState = ValueIn<typeof labState>;
export const labStateChoices = choicesOf(labState, {
  untested: 'muted',
  passed: 'success',
  failed: 'danger',
  stale: 'warning',
  running: 'info',
});

/** What a case may fail on: its checks, a mark that must stay secret, and that nobody wrote. */
export const labFailures = [
  'max_words',
  'question',
  'contains',
  'avoids',
  'language',
  'refuses',
  'goals',
  'canary',
  'no_service',
] as const;
export type LabFailure = (typeof labFailures)[number];

/** How a case went. */
export type LabResult = { case_id: number; name: string; failures: LabFailure[]; replies: string[] };
