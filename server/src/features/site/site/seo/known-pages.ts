import { pages } from '@kaike/shared/pages/index';
import type { Registry } from '../../../../kit/registry.ts';

const areas = ['open', 'home', 'admin'];
const ofEveryArea = ['', '/index', '/403', '/404', '/500', '/503'];

const isPart = (expected: string, actual = ''): boolean =>
  expected === ':id' ? /^\d{1,15}$/.test(actual) : expected.startsWith(':') ? actual !== '' : expected === actual;

const isAt = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.length === path.length && pattern.every((part, index) => isPart(part, path[index]));

const belowList = /^\/admin\/(.+)\/(?:\d{1,15}|(import|create))$/;

/** Returns a predicate for whether the app has a page at a path, regardless of permissions and existing rows. Lists also match with underscores. */
export function createKnownPages(resources: Registry): (path: string) => Promise<boolean> {
  const lists = resources.all
    .filter(({ definition }) => definition.area === 'admin')
    .map(({ definition }) => `/admin/${definition.name}`);
  const addresses = [
    '/',
    ...areas.flatMap((area) => ofEveryArea.map((end) => `/${area}${end}`)),
    ...pages.map(({ url }) => url),
    ...lists,
  ];
  const patterns = addresses.map((address) => address.split('/'));
  return async (path) => {
    if (patterns.some((pattern) => isAt(pattern, path.split('/'))) || lists.includes(path.replaceAll('_', '-')))
      return true;
    const [, name, operation] = belowList.exec(path) ?? [];
    const resource = name === undefined ? null : await resources.find(name);
    if (resource?.definition.area !== 'admin') return false;
    return operation === undefined || resource.definition.only.some((one) => one === operation);
  };
}
