import { matchRoutes, type LoaderFunction, type RouteObject } from 'react-router';

/** Where the routes lead at an address: another address, the status that is thrown, or null where the page is shown. */
export async function guardAnswer(routes: RouteObject[], address: string): Promise<string | number | null> {
  const url = new URL(address, 'http://localhost');
  const match = matchRoutes(routes, url.pathname)?.at(-1);
  const loader = match?.route.loader as LoaderFunction | undefined;
  if (!match || !loader) return null;
  try {
    const answer: unknown = await loader({ request: new Request(url), params: match.params } as never);
    return answer instanceof Response ? answer.headers.get('Location') : null;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.status;
    throw thrown;
  }
}
