import type * as apiReference from '@kaike/shared/contracts/system/api-reference';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Translate } from '@kaike/shared/kit/wording';
import type { Called } from './example-call.ts';

export const areas = ['admin', 'home', 'open', 'webhooks'] as const;
export type ApiArea = (typeof areas)[number];

export type ReferenceEntry = Called & { id: string; area: ApiArea; group: string; title: string };
type Document = ResponseOf<typeof apiReference.getApiDocument>;

/** The words of the first key that has any. */
function firstWords(t: Translate, keys: readonly string[]): string {
  return keys.map((key) => t(key)).find((text, index) => text !== keys[index]) ?? '';
}

/** What an operation of the back office is called there: by its permission, such as `admin.teachers.create`. */
function titleOf(t: Translate, permission: string | undefined): string {
  const [, name = '', action = ''] = (permission ?? '').split('.');
  return action === '' ? '' : firstWords(t, [`resources.${name}.actions.${action}`, `kit.actions.${action}`]);
}

/** The name of a group in words; empty where only its address names it. */
export const groupTitle = (t: Translate, group: string): string =>
  firstWords(t, [`resources.${group}.name`, `pages.${group.replaceAll('-', '_')}`]);

/** What a field is called; empty for what no form or list shows. */
export const fieldTitle = (t: Translate, group: string, name: string): string =>
  firstWords(t, [`resources.${group}.fields.${name}`, `fields.${name}`]);

/** Groups in the order of the document, those that have a name first. */
export function groupsOf(entries: readonly ReferenceEntry[], t: Translate): string[] {
  const groups = [...new Set(entries.map(({ group }) => group))];
  const isNamed = (group: string): boolean => groupTitle(t, group) !== '';
  return [...groups.filter(isNamed), ...groups.filter((group) => !isNamed(group))];
}

/** The operations of the document, by address. */
export function entriesOf({ paths, webhooks }: Document, t: Translate): ReferenceEntry[] {
  const called = Object.entries(paths).flatMap(([path, methods]) => {
    const [, area = '', group = ''] = path.split('/');
    const known = areas.find((one) => one === area) ?? 'open';
    return Object.entries(methods).map(([method, operation]): ReferenceEntry => ({
      id: `${method} ${path}`,
      area: known,
      group,
      title: operation.summary ?? titleOf(t, operation['x-permission']),
      method,
      path,
      operation,
    }));
  });
  const events = Object.entries(webhooks).flatMap(([event, methods]) =>
    Object.entries(methods).map(([method, operation]): ReferenceEntry => ({
      id: event,
      area: 'webhooks',
      group: event.split('.')[0] ?? '',
      title: firstWords(t, [`resources.webhook-messages.choices.event.${event.replace('.', '_')}`]),
      method,
      path: event,
      operation,
    })),
  );
  return [...called, ...events];
}
