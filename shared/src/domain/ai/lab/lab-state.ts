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
  'unsafe',
  'no_service',
] as const;
export type LabFailure = (typeof labFailures)[number];

/** What a judge says by the rubric of a case. It is shown, and decides nothing. */
export type LabVerdict = { passes: boolean; reason: string };

/** How a case went, or an attack, which has no number and its words for a name. */
export type LabResult = {
  case_id: number | null;
  name: string;
  failures: LabFailure[];
  replies: string[];
  verdict?: LabVerdict | null;
};

/** Whether two runs mean the same case. */
export const isSameCase = (a: Pick<LabResult, 'case_id' | 'name'>, b: Pick<LabResult, 'case_id' | 'name'>): boolean =>
  a.case_id === null ? b.case_id === null && a.name === b.name : a.case_id === b.case_id;
