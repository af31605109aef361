import type { Translate } from '@kaike/shared/kit/wording';

export type CardHistory = {
  entitlements: {
    id: number;
    kind: string;
    course_title: string | null;
    amount: number | null;
    end_at: string | null;
    revoked_at: string | null;
  }[];
  entries: { action: string; operator: string; reason: string; created_at: string }[];
  events?: { action: string; member_id: number; reason: string; created_at: string }[];
  replacements?: { id: number; card_no: string; is_older: boolean }[];
  learning?: {
    course_id: number;
    title: string;
    lessons: number;
    lessons_started: number;
    lessons_done: number;
    study_sec: number;
    last_at: string | null;
  }[];
  ledger?: { id: number; agency: string; type: number; delta: number; created_at: string }[];
  orders?: { id: number; order_no: string; created_at: string }[];
  carton?: { id: number; carton_no: number; scan_code: string; state: number; received_at: string | null } | null;
  members: { id: number; member_no: string; name: string }[];
  batch: { name: string; created_at: string } | null;
};

export type StoryEvent = { key: string; at: string; text: string; notes: string[] };
type CardRow = Record<string, unknown>;

const momentOf = (row: CardRow, key: string): string | null => (typeof row[key] === 'string' ? row[key] : null);

function personText(
  t: Translate,
  person: { story: CardHistory; id: unknown; textKey: string; fallbackKey: string },
): string {
  const member = person.story.members.find((one) => one.id === person.id);
  return member ? t(person.textKey, { name: member.name, no: member.member_no }) : t(person.fallbackKey);
}

function ownEvents(row: CardRow, story: CardHistory, t: Translate): (StoryEvent | null)[] {
  const event = (key: string, text: string, notes: string[] = []): StoryEvent | null => {
    const at = momentOf(row, key);
    return at ? { key, at, text, notes } : null;
  };
  const ip = row.activation_ip ? [t('card_story.activated_ip', { ip: String(row.activation_ip) })] : [];
  return [
    event('created_at', t('card_story.made', { batch: story.batch?.name ?? '' })),
    event('issued_at', t('card_story.issued')),
    ...(story.carton?.received_at
      ? [
          {
            key: 'received',
            at: story.carton.received_at,
            text: t('card_story.carton_received', { no: story.carton.carton_no }),
            notes: [],
          },
        ]
      : []),
    event(
      'claimed_at',
      personText(t, {
        story,
        id: row.owner_member_id,
        textKey: 'card_story.claimed_by',
        fallbackKey: 'card_story.claimed',
      }),
    ),
    event(
      'activated_at',
      personText(t, {
        story,
        id: row.activated_member_id,
        textKey: 'card_story.activated_by',
        fallbackKey: 'card_story.activated',
      }),
      ip,
    ),
  ];
}

/** Events by its owners: freezing, gifting. */
function ownersEvents(story: CardHistory, t: Translate): StoryEvent[] {
  return (story.events ?? []).map((event, index): StoryEvent => {
    const member = story.members.find((one) => one.id === event.member_id);
    const who = member ? [t('card_story.by_member', { name: member.name, no: member.member_no })] : [];
    return {
      key: `own${index}`,
      at: event.created_at,
      text: t(`card_story.owner.${event.action.replace('-', '_')}`),
      notes: [...who, ...(event.reason ? [t('card_story.reason', { reason: event.reason })] : [])],
    };
  });
}

/** The events of a card, latest first: its own dates, and the entries of the operation log. */
export function storyOf(row: CardRow, t: Translate): StoryEvent[] {
  const story = row.story as CardHistory;
  const entries = story.entries.map((entry, index): StoryEvent => ({
    key: `log${index}`,
    at: entry.created_at,
    text: t(`card_story.did.${entry.action}`),
    notes: [
      t('card_story.by', { operator: entry.operator }),
      ...(entry.reason ? [t('card_story.reason', { reason: entry.reason })] : []),
    ],
  }));
  return [...ownEvents(row, story, t).filter((event) => event !== null), ...ownersEvents(story, t), ...entries].sort(
    (a, b) => b.at.localeCompare(a.at),
  );
}
