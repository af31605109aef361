import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import * as start from '@kaike/shared/contracts/auth/start';
import { call } from '../../../api/client.ts';
import { useConfig } from '../../../app/config.ts';
import { useToasts } from '../../../app/toasts.ts';
import { CreateMember } from './create-member.tsx';

const realFetch = globalThis.fetch;
let entered: string[] = [];
let events: string[] = [];

beforeEach(async () => {
  [entered, events] = [[], []];
  globalThis.fetch = async (input, init) => {
    const url = String(input);
    const json = (body: unknown): Response =>
      new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    if (url.includes('/open/token')) return json({ _token: 't' });
    if (init?.method === 'POST') {
      entered.push((JSON.parse(String(init.body)) as { name: string }).name);
      return json({ id: 8 });
    }
    if (url.includes('/open/config'))
      return json({ sends: { login: [], register: [], reset: [], update_mobile: [], bind: [], verify: [] } });
    if (url.includes('/list')) return json({ data: [], total: 0, total_exact: true });
    return json({});
  };
  renderPage(
    <CreateMember
      created={(id) => void events.push(`created ${id}`)}
      onDirty={(dirty) => void events.push(`dirty ${dirty}`)}
      again={() => void events.push('again')}
      cancel={() => void events.push('cancel')}
    />,
  );
  await screen.findByText('kit.save');
});
afterEach(() => {
  globalThis.fetch = realFetch;
  useConfig.setState({ config: null });
});

const type = (id: string, value: string): void =>
  void fireEvent.change(document.getElementById(`field-${id}`) as HTMLElement, { target: { value } });

it('enters a learner and goes on with the next one, and says meanwhile that something is not saved', async () => {
  type('name', '林小满');
  type('mobile_phone', '13800001234');
  await waitFor(() => expect(events.at(-1)).toBe('dirty true'));
  fireEvent.click(screen.getByText('kit.save_and_new'));
  await waitFor(() => expect(events).toContain('again'));
  expect(entered).toEqual(['林小满']);
  expect(events).not.toContain('created 8');
});

it('says before and after that no message can be sent where the school has neither SMS nor mail', async () => {
  useConfig.setState({ config: await call(start.getConfig) });
  await screen.findByText('resources.members.mute.form');
  type('name', '林小满');
  type('mobile_phone', '13800001234');
  fireEvent.click(screen.getByRole('switch'));
  fireEvent.click(screen.getByRole('button', { name: 'kit.save' }));
  await waitFor(() => expect(events).toContain('created 8'));
  expect(useToasts.getState().toasts.map(({ message }) => message)).toContain('resources.members.mute.entered');
});

it('can be left without entering anybody', () => {
  fireEvent.click(screen.getByText('kit.cancel'));
  expect(events.at(-1)).toBe('cancel');
  expect(entered).toEqual([]);
});

it('has nothing unsaved any more when the new row opens', async () => {
  type('name', '林小满');
  type('mobile_phone', '13800001234');
  await waitFor(() => expect(events.at(-1)).toBe('dirty true'));
  fireEvent.click(screen.getByRole('button', { name: 'kit.save' }));
  await waitFor(() => expect(events).toContain('created 8'));
  expect(events.slice(-2)).toEqual(['dirty false', 'created 8']);
});
