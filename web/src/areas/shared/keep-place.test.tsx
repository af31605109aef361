import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useKeepPlace } from './keep-place.ts';

function Layout() {
  useKeepPlace();
  return <Outlet />;
}

let grow: () => void = () => undefined;
const pageHeight = (height: number): void =>
  void Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, value: height });

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        grow = callback;
      }
      observe(): void {
        /* The test triggers resizes. */
      }
      disconnect(): void {
        grow = () => undefined;
      }
    },
  );
  vi.spyOn(window, 'scrollTo').mockImplementation(((_x: number, y: number) => {
    const most = Math.max(0, document.documentElement.scrollHeight - window.innerHeight);
    vi.stubGlobal('scrollY', Math.min(y, most));
  }) as typeof window.scrollTo);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('opens a new page at its top, and restores the scroll position as soon as the list is long enough again', async () => {
  const router = createMemoryRouter(
    [
      {
        element: <Layout />,
        children: [
          { path: '/list', element: <Link to="/one">one</Link> },
          { path: '/one', element: <p>the course</p> },
        ],
      },
    ],
    { initialEntries: ['/list'] },
  );
  render(<RouterProvider router={router} />);
  pageHeight(5000);
  window.scrollTo(0, 1300);
  window.dispatchEvent(new Event('scroll'));
  await act(async () => screen.getByRole('link').click());
  expect(screen.getByText('the course')).toBeTruthy();
  expect(window.scrollY).toBe(0);
  pageHeight(900);
  await act(() => router.navigate(-1));
  expect(window.scrollY).toBeLessThan(1300);
  pageHeight(5000);
  grow();
  expect(window.scrollY).toBe(1300);
  // Content loading above keeps shifting the position until the user touches the page.
  expect(document.documentElement.style.overflowAnchor).toBe('none');
  window.scrollTo(0, 2221);
  grow();
  expect(window.scrollY).toBe(1300);
  window.dispatchEvent(new Event('pointerdown'));
  window.scrollTo(0, 2221);
  grow();
  expect(window.scrollY).toBe(2221);
  expect(document.documentElement.style.overflowAnchor).toBe('');
});
