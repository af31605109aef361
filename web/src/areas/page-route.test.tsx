import { act, render, screen, waitFor } from '@testing-library/react';
import { createBrowserRouter, Outlet, RouterProvider, useParams, useRouteError, type RouteObject } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LeaveBlocker, useLeaveQuestion, type LeaveQuestion } from '../app/routing/leave-questions.ts';
import { pageRoute } from './page-route.tsx';

beforeEach(() => window.history.replaceState(null, '', '/list'));
afterEach(() => {
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

const stay = (): null => null;
const Course = () => <p>course {useParams()['id']}</p>;
const Failure = () => <p>failed: {String(useRouteError())}</p>;
const go = async (run: () => unknown): Promise<void> =>
  act(async () => {
    await run();
  });

async function start(routes: RouteObject[]) {
  const Root = () => (
    <>
      <LeaveBlocker />
      <Outlet />
    </>
  );
  const router = createBrowserRouter([
    { Component: Root, children: [{ path: '/list', element: <p>list</p> }, ...routes] },
  ]);
  render(<RouterProvider router={router} />);
  await screen.findByText('list');
  return router;
}

it('leads elsewhere before its page is shown, even when that did not load', async () => {
  const load = vi.fn<() => Promise<never>>().mockRejectedValue('offline');
  const { navigate } = await start([
    pageRoute('/old', () => '/courses/7', load),
    pageRoute('/courses/:id', stay, async () => Course),
  ]);
  await go(() => navigate('/old'));
  expect(screen.getByText('course 7')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads anew at the next visit what did not load', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<React.ComponentType>>().mockRejectedValueOnce('offline').mockResolvedValue(Course);
  const { navigate } = await start([{ errorElement: <Failure />, children: [pageRoute('/courses/:id', stay, load)] }]);
  await go(() => navigate('/courses/1'));
  expect(screen.getByText('failed: offline')).toBeTruthy();
  await go(() => navigate('/list'));
  await go(() => navigate('/courses/1'));
  expect(screen.getByText('course 1')).toBeTruthy();
});

it('asks once before a link or the way back leaves, and leaves after a yes', async () => {
  const answers: ((isLeaving: boolean) => void)[] = [];
  const question: LeaveQuestion = () => new Promise((resolve) => void answers.push(resolve));
  function Form() {
    useLeaveQuestion(question);
    return <p>form</p>;
  }
  const { navigate } = await start([
    pageRoute('/courses/:id', stay, async () => Course),
    { path: '/form', element: <Form /> },
  ]);
  await go(() => navigate('/form'));
  await go(() => navigate('/courses/1'));
  await go(() => navigate('/courses/2'));
  expect(answers).toHaveLength(1);
  await go(() => answers[0]?.(false));
  expect(screen.getByText('form')).toBeTruthy();
  window.history.back();
  await waitFor(() => expect(answers).toHaveLength(2));
  expect(location.pathname).toBe('/form');
  await go(() => answers[1]?.(true));
  expect(await screen.findByText('list')).toBeTruthy();
  expect(location.pathname).toBe('/list');
});
