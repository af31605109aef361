import type { Field } from '@kaike/shared/kit/field';
import { field } from '@kaike/shared/kit/field';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { Locale } from '@kaike/shared/locales/languages';
import {
  wordsIn,
  type PluginResource,
  type PluginResourceField,
} from '@kaike/shared/domain/system/plugins/plugin-manifest';
import { resourceSchemaOf } from '../run/plugin-schema.ts';
import { longest } from './column-bounds.ts';

/** The name of a resource of a plugin in addresses, permissions, wording and logs. */
export const resourceNameOf = (id: string, { name }: Pick<PluginResource, 'name'>): string => `plugins/${id}/${name}`;

function fieldOf({ field: declared }: PluginResourceField): Field {
  const rules = [declared.rules ?? []].flat().flatMap((text) => text.split('|').filter(Boolean));
  const most = longest[declared.kind];
  return {
    ...declared,
    rules: most === undefined ? rules : [...rules, `max:${most}`],
    nullable: declared.initial === undefined && !rules.includes('required'),
  };
}

/** The definition that the engine of the back office makes pages and routes from. */
export function defineResourceOf(id: string, resource: PluginResource): ResourceDefinition {
  const { icon, root, only, row_title: title, columns, filters, search, sort, quick_edit, default_sort } = resource;
  const declared = Object.entries(resource.fields);
  const keys = declared.map(([key]) => key);
  return {
    name: resourceNameOf(id, resource),
    table: `${resourceSchemaOf(id)}.${resource.name.replaceAll('-', '_')}`,
    area: 'admin',
    menu: { root, icon, sort: 0 },
    only,
    title,
    fields: {
      id: field.id(),
      ...Object.fromEntries(declared.map(([key, one]) => [key, fieldOf(one)])),
      created_at: field.date_time({ read_only: true }),
      updated_at: field.date_time({ read_only: true }),
    },
    list: { columns, filters, search, sort, quick_edit, default_sort },
    form: [{ group: 'basic', fields: keys }],
    ...(only.includes('export') ? { transfer: { export: ['id', ...keys, 'created_at', 'updated_at'] } } : {}),
    // The plugin's own statements know nothing of rows in a trash.
    hard_delete: true,
  };
}

/** What its pages say, by the keys of every resource. */
export function wordsOfResource(id: string, resource: PluginResource, locale: Locale): Record<string, string> {
  const at = `resources.${resourceNameOf(id, resource)}`;
  const fields = Object.entries(resource.fields).flatMap(([key, { label, hint, choice_labels: labels }]) => [
    [`${at}.fields.${key}`, wordsIn(label, locale)] as const,
    ...(hint ? [[`${at}.help.${key}`, wordsIn(hint, locale)] as const] : []),
    ...Object.entries(labels).map(
      ([choice, words]) => [`${at}.choices.${key}.${choice}`, wordsIn(words, locale)] as const,
    ),
  ]);
  const unit = resource.unit ? [[`${at}.unit`, wordsIn(resource.unit, locale)] as const] : [];
  return Object.fromEntries([[`${at}.name`, wordsIn(resource.title, locale)], ...unit, ...fields]);
}
