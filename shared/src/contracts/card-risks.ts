/** A member of the evidence: how often, and when last. */
export type RiskMember = {
  id: number;
  member_no: string;
  name: string;
  status: number;
  count: number;
  last_at: string;
};
/** A batch of the evidence and how many of its cards are meant. */
export type RiskBatch = { id: number; name: string; batch_no: string; count: number };
/** One thing that happened: a wrong secret, or an activation. */
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

/** What a finding rests on and what each response would touch; part of the shown row. */
export type RiskEvidence = {
  members: RiskMember[];
  batches: RiskBatch[];
  /** The newest first. */
  events: RiskEvent[];
  /** Whether there was more than `events` tells. */
  has_more: boolean;
  agency: { id: number; name: string; area: string } | null;
  /** Provinces of the members, for the rule about regions. */
  areas: string[];
  usual_per_hour: number | null;
  /** Of how many activations, for the rule about regions. */
  of: number | null;
  /** Cards that freezing would freeze, and members that stopping would stop, as things are now. */
  cards_to_freeze: number;
  members_to_stop: number;
};
