import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { CoursePage } from './course.page.tsx';

it.each(['/abc', '/0', '/-1', '/1.5', '/99999999999999999999'])(
  'knows without asking that %s is no course',
  async (address) => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[address]}>
          <Routes>
            <Route path="/:id" element={<CoursePage />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'courses.not_found' })).toBeTruthy();
    expect(fetched).not.toHaveBeenCalled();
  },
);
