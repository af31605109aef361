import { expect, it } from 'vitest';
import { storyOf, type CardHistory } from './story-events.ts';

const t = (key: string, params: Record<string, unknown> = {}): string => [key, ...Object.values(params)].join(' ');

it('lists the events of a card, latest first, with who did what and why', () => {
  const story: CardHistory = {
    entitlements: [],
    batch: { name: '春季', created_at: '2026-01-01T00:00:00.000Z' },
    members: [{ id: 7, member_no: '100007', name: '张三' }],
    entries: [{ action: 'freeze', operator: '王老师', reason: '挂失', created_at: '2026-01-04T00:00:00.000Z' }],
  };
  const row = {
    story,
    created_at: '2026-01-01T00:00:00.000Z',
    issued_at: '2026-01-02T00:00:00.000Z',
    claimed_at: null,
    activated_at: '2026-01-05T00:00:00.000Z',
    activated_member_id: 7,
    activation_ip: '10.0.0.1',
  };
  expect(storyOf(row, t).map(({ text, notes }) => [text, ...notes])).toEqual([
    ['card_story.activated_by 张三 100007', 'card_story.activated_ip 10.0.0.1'],
    ['card_story.did.freeze', 'card_story.by 王老师', 'card_story.reason 挂失'],
    ['card_story.issued'],
    ['card_story.made 春季'],
  ]);
});
