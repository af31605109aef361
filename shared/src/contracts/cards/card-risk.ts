/** A member involved: how often, and when last. */
export type RiskMember = {
  id: number;
  member_no: string;
  name: string;
  status: number;
  count: number;
  last_at: string;
};
/** A batch involved, and how many of its cards. */
export type RiskBatch = { id: number; name: string; batch_no: string; count: number };
/** One event: a wrong secret, or an activation. */
export type RiskEvent = {
  kind: 'miss' | 'activation';
  at: string;
  member_id: number | null;
  member_name: string;
  card_id: number | null;
  card_no: string;
  ip: string;
  reason: string;
};

/** The evidence for a risk and what each response would affect; part of the detail row. */
export type RiskEvidence = {
  members: RiskMember[];
  batches: RiskBatch[];
  /** Newest first. */
  events: RiskEvent[];
  /** Whether there are more events than listed. */
  has_more: boolean;
  agency: { id: number; name: string; area: string } | null;
  /** Provinces of the members, for the `region` rule. */
  areas: string[];
  usual_per_hour: number | null;
  /** Total number of activations, for the `region` rule. */
  of: number | null;
  /** Cards that freezing would affect now, and members that stopping would affect. */
  cards_to_freeze: number;
  members_to_stop: number;
};
