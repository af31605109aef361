import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { invitations } from '@kaike/shared/resources/people/invitations';
import { renderPage } from '../../../../test/render-page.tsx';
import { adminOf } from '../../../../test/session-users.ts';
import { useSession } from '../../../app/session.ts';
import { RecordEditor } from '../../../kit/form/record-editor.tsx';
import { resourceView } from './invitations.resource.tsx';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

it('opens with the whole link', async () => {
  const row = { id: 3, version: 1, name: '秋季班', code: 'jEY1', state: 'open', used_count: 0, max_uses: 5 };
  globalThis.fetch = async () => Response.json({ row, maps: {}, permissions: ['show', 'update'], configUrl: {} });
  useSession.setState({ user: adminOf({ permissions: ['admin.invitations.show', 'admin.invitations.update'] }) });
  renderPage(<RecordEditor definition={invitations} id={3} onSaved={() => undefined} />, {
    cached: [[['invitations', 'view'], resourceView]],
  });
  const link = await screen.findByRole('link', { name: /jEY1$/ });
  expect(link.textContent).toContain(location.origin);
});
