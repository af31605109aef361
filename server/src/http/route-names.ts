import type { Contract, Method } from '@kaike/shared/kit/contract';

const readOnly = [
  'columns',
  'courses',
  'subjects',
  'teachers',
  'apps',
  'messages',
  'ai-peoples',
  'ai-prompt-templates',
  'search-terms',
];
const ownLists = ['courses', 'cards', 'pay-orders'];

type Names = readonly [method: Method, path: string, ...others: string[]];

/** Endpoints with additional addresses. */
const names: readonly Names[] = [
  ...readOnly.map((name): Names => ['GET', `/open/${name}`, `/open/${name}/list`]),
  ...ownLists.map((name): Names => ['GET', `/home/${name}`, `/home/${name}/list`]),
  ['GET', '/home/learning-records', '/home/learning-records/list', '/home/cards/learning-records'],
  ['GET', '/home/learning-records/export', '/home/cards/learning-records/export'],
  ['GET', '/home/personage', '/home/personage/index'],
  ['PUT', '/home/personage', '/home/personage/index'],
  ['GET', '/admin/card-batches', '/admin/cards/batch'],
  ['GET', '/admin/card-batches/list', '/admin/cards/batch/list'],
  ['POST', '/admin/card-batches', '/admin/cards/batch-create'],
];

const byEndpoint = new Map(names.map(([method, path, ...others]) => [`${method} ${path}`, [path, ...others]]));

/** Every path of an endpoint below the base, its own first; guard, permission and limit are the same for all of them. */
export const pathsOf = ({ method, path }: Contract): readonly string[] => byEndpoint.get(`${method} ${path}`) ?? [path];

/** The base below which routes are mounted: browsers call it; programs call `/api`, which leads to the same routes. */
export const base = '/web-api';
const programs = '/api/';

/** Whether a request came to the address of browsers: with cookies and CSRF token. */
export const isBrowserAddress = (url: string): boolean => !url.startsWith(programs);

const underscored = /^(\/web-api\/(?:open|home|admin)\/)([a-z]+(?:_[a-z]+)+)(?=[/?]|$)/;

/** The address of the route. Resource names have hyphens; the spelling with underscores is accepted, too. */
export function spellAddress(url: string): string {
  const path = isBrowserAddress(url) ? url : `${base}/${url.slice(programs.length)}`;
  return path.includes('_')
    ? path.replace(underscored, (_all, start: string, name: string) => start + name.replaceAll('_', '-'))
    : path;
}
