import { act, render, screen, waitFor } from '@testing-library/react';
import { Link, useNavigationType, useParams } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLeaveQuestion, type LeaveQuestion } from './leave-guards.ts';
import { createNavigation, type Navigation, type Patch } from './navigation.ts';
import { NavigationView, useRouteFailure } from './navigation-view.tsx';
import type { AppRoute } from './route.ts';

beforeEach(() => window.history.replaceState(null, '', '/list'));
afterEach(() => {
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

function Page() {
  return (
    <p>
      course {useParams()['id']} by {useNavigationType()}
    </p>
  );
}

const Failure = () => <p>failed: {String(useRouteFailure())}</p>;

function Broken(): never {
  throw new Error('draws nothing');
}

async function start(routes: AppRoute[], fill?: (path: string, patch: Patch) => Promise<void>): Promise<Navigation> {
  const navigation = createNavigation(routes, fill);
  render(<NavigationView navigation={navigation} waiting={<p>waiting</p>} />);
  await waitFor(() => expect(screen.queryByText('waiting')).toBeNull());
  return navigation;
}

const go = async (run: () => void): Promise<void> => act(async () => run());
const back = async (): Promise<void> => {
  const moved = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  await act(async () => {
    window.history.back();
    await moved;
  });
};

const list: AppRoute = { path: '/list', element: <Link to="/courses/1">open</Link> };
const course: AppRoute = { path: '/courses/:id', load: async () => <Page /> };

it('follows a link, comes back, and replaces', async () => {
  const { navigate } = await start([list, course]);
  await go(() => screen.getByRole('link').click());
  expect(screen.getByText('course 1 by PUSH')).toBeTruthy();
  await go(() => navigate('/courses/2?show=all', { replace: true }));
  expect(screen.getByText('course 2 by REPLACE')).toBeTruthy();
  expect(location.pathname + location.search).toBe('/courses/2?show=all');
  await back();
  expect(await screen.findByRole('link')).toBeTruthy();
  expect(location.pathname).toBe('/list');
});

it.each(['load', 'the first step on'])('gives the first entry its place with %s, not before', async (event) => {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  const { navigate } = await start([list, course]);
  expect(window.history.state).toBeNull();
  if (event === 'load') await go(() => window.dispatchEvent(new Event('load')));
  else {
    await go(() => navigate('/courses/1'));
    expect(window.history.state).toMatchObject({ idx: 1 });
    await back();
  }
  expect(window.history.state).toMatchObject({ idx: 0 });
});

it('redirects, and shows the page of the last of two navigations', async () => {
  let loaded: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    loaded = resolve;
  });
  const { navigate } = await start([
    list,
    course,
    { path: '/old', guard: () => '/courses/7' },
    { path: '/slow', load: () => slow.then(() => <p>too late</p>) },
  ]);
  await go(() => navigate('/slow'));
  expect(location.pathname).toBe('/list');
  await go(() => navigate('/old'));
  expect(screen.getByText('course 7 by PUSH')).toBeTruthy();
  await go(loaded);
  expect(location.pathname).toBe('/courses/7');
});

it('shows a failure where the nearest boundary is, until the next navigation, and loads anew what did not load', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<React.ReactNode>>()
    .mockRejectedValueOnce('offline')
    .mockResolvedValue(<p>loaded</p>);
  const { navigate } = await start([
    list,
    {
      errorElement: <Failure />,
      children: [
        { path: '/far', load },
        { path: '/broken', element: <Broken /> },
      ],
    },
  ]);
  await go(() => navigate('/far'));
  expect(screen.getByText('failed: offline')).toBeTruthy();
  await go(() => navigate('/broken'));
  expect(screen.getByText('failed: Error: draws nothing')).toBeTruthy();
  await go(() => navigate('/far'));
  expect(screen.getByText('loaded')).toBeTruthy();
});

it('adds the routes of an area when a path below it is first opened', async () => {
  const fill = vi.fn<(path: string, patch: Patch) => Promise<void>>(async (_path, patch) =>
    patch('area', [{ path: '/area/new', element: <p>new</p> }]),
  );
  const { navigate } = await start([list, { id: 'area', children: [{ path: '/area/*', element: <p>none</p> }] }], fill);
  await go(() => navigate('/area/new'));
  expect(screen.getByText('new')).toBeTruthy();
  await go(() => navigate('/list'));
  await go(() => navigate('/area/new'));
  expect(fill).toHaveBeenCalledTimes(1);
});

it('asks once before a link or the way back leaves, and leaves after a yes', async () => {
  const answers: ((isLeaving: boolean) => void)[] = [];
  const question: LeaveQuestion = () => new Promise((resolve) => void answers.push(resolve));
  function Form() {
    useLeaveQuestion(question);
    return <p>form</p>;
  }
  const { navigate } = await start([list, course, { path: '/form', element: <Form /> }]);
  await go(() => navigate('/form'));
  await go(() => navigate('/courses/1'));
  await go(() => navigate('/courses/2'));
  expect(answers).toHaveLength(1);
  await go(() => answers[0]?.(false));
  expect(screen.getByText('form')).toBeTruthy();
  await back();
  await waitFor(() => expect(location.pathname).toBe('/form'));
  expect(screen.getByText('form')).toBeTruthy();
  await go(() => answers[1]?.(true));
  expect(await screen.findByRole('link')).toBeTruthy();
  expect(location.pathname).toBe('/list');
});
