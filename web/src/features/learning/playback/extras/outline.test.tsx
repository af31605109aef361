import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../../../test/render-page.tsx';
import { loadWording } from '../../../../app/wording.ts';
import { Outline } from './outline.tsx';

it('has its chapters below a heading of its own', async () => {
  await loadWording('home');
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ chapters: [{ id: 1, title: '第一章', lessons: [] }] }),
  );
  renderPage(<Outline courseId={3} lessonId={7} progress={null} />);
  await screen.findByText('第一章');
  expect(screen.getAllByRole('heading').map(({ tagName }) => tagName)).toEqual(['H2', 'H3']);
});
