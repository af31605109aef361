import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { memberStatus } from '@kaike/shared/domain/people/member-status';
import { sendState } from '@kaike/shared/domain/messaging/message-status';
import { members } from '@kaike/shared/resources/people/members';
import { renderPage } from '../../../../test/render-page.tsx';
import { adminOf } from '../../../../test/session-users.ts';
import { useSession } from '../../../app/session.ts';
import { RecordEditor } from '../../../kit/form/record-editor.tsx';
import { resourceView } from './members.resource.tsx';

const realFetch = globalThis.fetch;
let requests: string[] = [];
afterEach(() => {
  globalThis.fetch = realFetch;
  requests = [];
});

const card = { source_type: 'card', source_no: 'KK1', created_at: '2026-11-01T00:00:00Z', kind: 'course' };
const access = [
  { id: 1, title: '口语', end_at: '2027-01-01T00:00:00Z', revoked_at: null, revoked_by: null, ...card },
  { id: 2, title: '语法', end_at: null, revoked_at: null, revoked_by: null, ...card },
  { id: 3, title: '写作', end_at: null, revoked_at: '2026-11-09T00:00:00Z', revoked_by: 1, ...card, source_no: 'KK2' },
];

function openRecord(permissions: readonly string[], verbs: readonly string[] = [], more: object = {}): void {
  const row = {
    id: 7,
    version: 1,
    status: memberStatus.effective,
    user_id: 70,
    display_name: '马静怡',
    member_no: '100007',
    ...more,
    mobile_phone: '138****1383',
    ai_talks: [
      {
        id: 4,
        title: '点咖啡',
        cefr: 'B1',
        turns: 6,
        member_words: 42,
        talk_sec: 90,
        goals_done: 2,
        goals: 3,
        started_at: '2026-11-20T04:00:00Z',
      },
    ],
  };
  globalThis.fetch = async (input) => {
    requests.push(String(input));
    const body = String(input).includes('/list?')
      ? { data: String(input).includes('/entitlements/') ? access : [], total: 3, total_exact: true }
      : { row, maps: {}, permissions: ['show', 'update', 'reveal', ...verbs], configUrl: {} };
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  };
  useSession.setState({ user: adminOf({ permissions }) });
  renderPage(<RecordEditor definition={members} id={7} tab="nonsense" onSaved={() => undefined} />, {
    cached: [
      [['members', 'view'], resourceView],
      [['entitlements', 'view'], {}],
    ],
  });
}

it('opens on the overview, also for an unknown tab: figures, access by source with its verbs, the password reset', async () => {
  openRecord([
    'admin.users.reset-password',
    ...['list', 'redate', 'restore'].map((name) => `admin.entitlements.${name}`),
  ]);
  const [first, second] = await screen.findAllByRole('tab');
  await waitFor(() => expect(first?.getAttribute('aria-selected')).toBe('true'));
  expect(first?.textContent).toBe('kit.overview');
  expect(second?.textContent).toBe('name 3');
  expect(screen.getByText('138****1383')).toBeTruthy();
  const section = await screen.findByRole('region', { name: 'name' });
  expect(within(section).getAllByRole('rowgroup').length).toBe(3);
  expect(
    within(section)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['redate', 'restore']);
  expect(within(section).getByRole('link').getAttribute('href')).toBe('/admin/entitlements?where%5Bmember_id%5D=7');
  fireEvent.click(within(section).getByText('redate'));
  expect((await screen.findByRole('dialog')).textContent).toContain('end_at');
  fireEvent.click(screen.getByText('reset-password'));
  await waitFor(() => expect(screen.getAllByRole('dialog').length).toBe(2));
});

it('requests only lists that the role may see', async () => {
  openRecord([]);
  await screen.findByText('138****1383');
  expect(requests.filter((url) => url.includes('/list?'))).toEqual([]);
  expect(screen.queryByRole('region')).toBeNull();
});

it('shows the talks with the AI teacher in numbers', async () => {
  openRecord(['admin.members.show']);
  const talk = (await screen.findByText('点咖啡 · B1')).closest('li');
  expect(talk?.textContent).toMatch(/talk_goals · 00:01:30 · 2026-11-20 12:00$/);
});

it('has what is done seldom behind the last button, after those of the feature', async () => {
  openRecord(
    ['admin.users.reset-password'],
    ['grant', 'notification', 'merge', 'remark', 'update-status', 'add-seconds'],
  );
  const more = await screen.findByRole('button', { name: 'kit.more_verbs' });
  const names = within(more.parentElement ?? document.body)
    .getAllByRole('button')
    .map((button) => button.textContent);
  expect([names[0], names.at(-2), more.nextElementSibling]).toEqual(['grant', 'reset-password', null]);
});

it('says why a new learner was not told, and makes the link to tell them', async () => {
  openRecord(['admin.members.first-login'], [], { first_login: sendState.skipped });
  await screen.findByText('resources.members.mute.skipped');
  fireEvent.click(screen.getByRole('button', { name: 'resources.members.links.open' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('为这位学员生成链接');
});
