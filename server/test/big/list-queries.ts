import { kinds } from '@kaike/shared/kit/kinds';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';

/** Queries of a list by one of its filters: a common value, a rare one and one that no row has. */
export function filterQueries(definition: ResourceDefinition, key: string): string[] {
  const field = definition.fields[key];
  if (!field) throw new Error(`${key} is not a field`);
  const kind = kinds[field.kind].filter;
  if (kind === 'range') {
    const isTime = field.kind === 'date' || field.kind === 'date_time';
    const [from, to] = isTime ? ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'] : ['95', '96'];
    return [
      `where[${key}][0]=${from}&where[${key}][1]=${to}`,
      `where[${key}][0]=${isTime ? '2031-01-01T00:00:00Z' : '2000000000'}`,
    ];
  }
  if (field.kind === 'boolean') return [`where[${key}]=true`, `where[${key}]=false`];
  if (field.choices) return field.choices.map((choice) => `where[${key}]=${choice.value}`);
  if (kind === 'contains')
    return field.kind === 'tags'
      ? [`where[${key}]=标签7`, `where[${key}]=没有`]
      : [`where[${key}]=7`, `where[${key}]=999999`];
  return kind === 'part'
    ? [`where[${key}]=1234`, `where[${key}]=zzzzz`]
    : [`where[${key}]=7`, `where[${key}]=99999999`];
}

/** Queries by keyword, in all fields and in each: words and, unless `words_only`, the first one or two letters that people type. */
export function keywordQueries(
  { list }: ResourceDefinition,
  { chinese, words_only = false }: { chinese: boolean; words_only?: boolean },
): string[] {
  const search = list.search ?? [];
  if (search.length === 0) return [];
  const long = ['1234', ...(chinese ? ['张三丰'] : [])];
  const words = words_only ? long : [...long, '1', '12', 'zz', ...(chinese ? ['姓', '姓名', '张三'] : [])];
  return words.flatMap((word) =>
    ['', ...search.map((key) => `&where[_key]=${key}`)].map((field) => `where[_keyword]=${word}${field}`),
  );
}

/** The default order, and each sortable field in both directions. */
export const sortQueries = ({ list }: ResourceDefinition): string[] => [
  '',
  ...['id', ...(list.sort ?? [])].flatMap((key) => [`order[${key}]=asc`, `order[${key}]=desc`]),
];
