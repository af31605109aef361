import type { ApprovalAction } from '../domain/card-approval.ts';

export type ApprovalSample = { id: number; card_no: string; state: number; holder: string };

/** What a request would do if it were carried out now; part of the shown row. */
export type ApprovalPreview = {
  action: ApprovalAction;
  batch: { id: number; name: string; batch_no: string; redeem_end_at: string | null; agency: string } | null;
  /** Cards it is about by state, as they are now. */
  states: { state: number; count: number }[];
  /** How many of them it would still change; fewer than asked for when some were used meanwhile. */
  possible: number;
  /** A few of them. */
  sample: ApprovalSample[];
  /** Why the reader cannot decide it: it is over, it is their own, or they are not of the school. */
  refusal: 'state' | 'self' | 'agency' | null;
  /** Whether the reader may take it back. */
  may_withdraw: boolean;
};
