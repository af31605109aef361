import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { loadWording } from '../../../app/wording.ts';
import { Outline } from './outline.tsx';

it('has its chapters below a heading of its own', async () => {
  await loadWording('home');
  globalThis.fetch = async () => Response.json({ chapters: [{ id: 1, title: '第一章', lessons: [] }] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Outline course_id={3} lesson_id={7} progress={null} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText('第一章');
  expect(screen.getAllByRole('heading').map(({ tagName }) => tagName)).toEqual(['H2', 'H3']);
});
