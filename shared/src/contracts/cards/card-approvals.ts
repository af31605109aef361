import type { ApprovalAction } from '../../domain/cards/card-approval.ts';

export type ApprovalSample = { id: number; card_no: string; state: number; holder: string };

/** What a request would do if carried out now; part of the detail row. */
export type ApprovalPreview = {
  action: ApprovalAction;
  batch: { id: number; name: string; batch_no: string; redeem_end_at: string | null; agency: string } | null;
  /** Number of affected cards by their current state. */
  states: { state: number; count: number }[];
  /** How many of them it would still change; fewer than requested if some were used since. */
  possible: number;
  /** A few of them. */
  sample: ApprovalSample[];
  /** Why the viewer cannot decide it: no longer open, their own request, or the viewer belongs to an agency. */
  refusal: 'state' | 'self' | 'agency' | null;
  /** Whether the viewer may withdraw it. */
  may_withdraw: boolean;
};
