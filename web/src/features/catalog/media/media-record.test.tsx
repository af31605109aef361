import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { mediaKind } from '@kaike/shared/domain/catalog/media/media-kind';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import { media } from '@kaike/shared/resources/catalog/media';
import { renderPage } from '../../../../test/render-page.tsx';
import { adminOf } from '../../../../test/session-users.ts';
import { useSession } from '../../../app/session.ts';
import { RecordEditor } from '../../../kit/form/record-editor.tsx';
import { resourceView } from './media.resource.tsx';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

const film = {
  id: 9,
  title: '表达观点',
  kind: mediaKind.video,
  status: mediaStatus.ready,
  duration_sec: 48,
  size: 900,
};

function openFile(usedIn: readonly object[]): void {
  globalThis.fetch = async () =>
    new Response(
      JSON.stringify({ row: { ...film, used_in: usedIn }, maps: {}, permissions: ['show', 'update'], configUrl: {} }),
      { headers: { 'content-type': 'application/json' } },
    );
  useSession.setState({ user: adminOf({ permissions: [] }) });
  renderPage(<RecordEditor definition={media} id={film.id} onSaved={() => undefined} />, {
    cached: [[['media', 'view'], resourceView]],
  });
}

it('opens on the film and the lessons that use it, before its form', async () => {
  openFile([{ course_id: 4, course_title: '商务会议英语', lesson_title: '表达不同意见' }]);
  const uses = await screen.findByRole('region', { name: 'media.used_in' });
  expect(within(uses).getByRole('link', { name: '商务会议英语' }).getAttribute('href')).toContain('open=4');
  expect(screen.getByRole('button', { name: 'media.preview' })).toBeTruthy();
  expect(document.getElementById('field-title')).toBeNull();
});

it('says so when nothing uses it', async () => {
  openFile([]);
  expect(await screen.findByText('media.unused')).toBeTruthy();
});
