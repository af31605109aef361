/** What a merge counts, in the order of its preview. */
export const mergeKinds = [
  'cards',
  'access',
  'records',
  'orders',
  'notes',
  'certificates',
  'chats',
  'notices',
  'logins',
] as const;
export type MergeKind = (typeof mergeKinds)[number];

type Reference = { table: string; column: string };

/**
 * References that move to the account that stays. With `key`, a row stays where it is if the other account has one with the
 * same values. `id` is the column that names the row.
 */
export type MovedReference = Reference & {
  of: 'member' | 'user';
  id: string;
  key: readonly string[];
  kind: MergeKind | null;
};

const ofMember = (
  name: string,
  kind: MergeKind | null,
  { id = 'id', key = [] }: { id?: string; key?: readonly string[] } = {},
): MovedReference => {
  const [table = '', column = 'member_id'] = name.split('.');
  return { table, column, of: 'member', id, key, kind };
};

export const moved: readonly MovedReference[] = [
  ofMember('cards.owner_member_id', 'cards'),
  ofMember('cards.activated_member_id', null),
  ofMember('card_gifts.giver_member_id', null),
  ofMember('card_gifts.accepted_member_id', null),
  ofMember('entitlements', 'access'),
  // Those of lessons that only one of the two learned; the others are combined.
  ofMember('learning_records', 'records', { key: ['lesson_id'] }),
  ofMember('pay_orders', 'orders'),
  ofMember('lesson_notes', 'notes', { key: ['client_key'] }),
  ofMember('ai_chats', 'chats'),
  ofMember('ai_words', null, { key: ['language', 'lemma'] }),
  ofMember('ai_memories', null),
  ofMember('ai_mistakes', null, { key: ['kind', 'code'] }),
  ofMember('ai_readings', null),
  // A budget of one's own stays when the other account has one.
  ofMember('ai_budgets', null, { key: ['scope'] }),
  ofMember('message_deliveries', 'notices', { id: 'message_id', key: ['message_id'] }),
  ofMember('message_targets', null, { id: 'message_id', key: ['message_id'] }),
  ofMember('messages.audience_member_id', null),
  ofMember('sensitive_consents', null),
  ofMember('number_requests', null),
  { table: 'ousers', column: 'user_id', of: 'user', id: 'id', key: ['provider', 'app_id'], kind: 'logins' },
];

/** References handled by a part of their own. */
export const handled: readonly Reference[] = [
  { table: 'learning_days', column: 'member_id' },
  // Their signature covers the holder.
  { table: 'study_certificates', column: 'member_id' },
  // Ended.
  { table: 'play_tickets', column: 'member_id' },
  // Folded into the totals.
  { table: 'study_gathered', column: 'member_id' },
  { table: 'user_sessions', column: 'user_id' },
  // A merge with one of these is refused: a review that waits, a reply that is being written, accounts of administrators and agencies.
  { table: 'real_name_reviews', column: 'member_id' },
  { table: 'ai_holds', column: 'member_id' },
  { table: 'admins', column: 'user_id' },
  { table: 'agencies', column: 'user_id' },
  // Only administrators have them.
  { table: 'api_tokens', column: 'user_id' },
];

const stay = (...names: string[]): Reference[] =>
  names.map((name) => {
    const [table = '', column = ''] = name.split('.');
    return { table, column };
  });

/** References that stay with the account that goes, since they say who did something, or end by themselves. */
export const staying: readonly Reference[] = stay(
  'members.user_id',
  // History: append-only, or what was noticed about this account.
  'card_events.member_id',
  'card_misses.member_id',
  'card_risks.member_id',
  'ai_moderations.member_id',
  // Ledgers are append-only: a merge adds a pair of lines.
  'ai_second_logs.member_id',
  // What talks of this account cost; append-only.
  'ai_usage.member_id',
  // The account that stays keeps its own goals.
  'past_goals.member_id',
  // What was free on each day.
  'ai_days.member_id',
  // What was agreed to in this account; the other one asks again.
  'ai_consents.member_id',
  'member_merges.target_id',
  'member_merges.source_id',
  // Steps that take minutes, and links for the first login of this account.
  'face_checks.member_id',
  'oauth_states.user_id',
  'first_logins.user_id',
  'upload_grants.user_id',
  // Numbers that this account had.
  'number_changes.user_id',
  'number_changes.changed_by',
  // The second factor of the account that stays is the one that counts.
  'second_factors.user_id',
  'recovery_codes.user_id',
  // Work in the back office, which neither account does.
  'ai_moderations.decided_by',
  'bulk_runs.user_id',
  'card_approvals.decided_by',
  'card_approvals.requested_by',
  'card_cartons.received_by',
  'card_handouts.user_id',
  'card_packages.created_by',
  'card_prints.created_by',
  'card_risks.decided_by',
  'card_solo_uses.user_id',
  'config_changes.user_id',
  'down_logs.user_id',
  'files.created_by',
  'imports.user_id',
  'logs.user_id',
  'number_requests.decided_by',
  'saved_views.user_id',
);
