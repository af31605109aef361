import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { CoursePage } from './course.page.tsx';

it.each(['/abc', '/0', '/-1', '/1.5', '/99999999999999999999'])(
  'knows without asking that %s is no course',
  async (address) => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    renderPage(<CoursePage />, { path: '/:id', at: address });
    expect(await screen.findByRole('heading', { level: 1, name: 'courses.not_found' })).toBeTruthy();
    expect(fetched).not.toHaveBeenCalled();
  },
);
