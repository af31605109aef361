import { maxWordLength, searchTermKind, searchTermKindChoices } from '../../domain/site/search-term.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** Search words, including those the school pins to the top of suggestions or blocks. */
export const searchTerms = defineResource({
  name: 'search-terms',
  table: 'search_terms',
  area: 'admin',
  menu: { root: 'site', icon: 'search', sort: 30 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export'],
  title: 'word',
  fields: {
    id: field.id(),
    word: field.text({ rules: `required|max:${maxWordLength}` }),
    kind: field.choice(searchTermKindChoices, { rules: 'required', initial: searchTermKind.normal }),
    /** Only for pinned words; others are ordered by popularity. */
    sort: field.integer({
      rules: 'between:0,9999',
      initial: 0,
      shown_when: { field: 'kind', in: [searchTermKind.pinned] },
    }),
    /** Number of searches. */
    count: field.integer({ read_only: true }),
    /** Results of the last search. */
    results: field.integer({ read_only: true }),
    has_results: field.boolean({ read_only: true }),
    last_at: field.date_time({ nullable: true, read_only: true }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['word', 'kind', 'sort', 'count', 'results', 'has_results', 'last_at', 'remark'],
    filters: ['kind', 'has_results', 'count', 'last_at'],
    search: ['word'],
    sort: ['id', 'sort', 'count', 'results', 'last_at'],
    quick_edit: ['kind', 'sort', 'remark'],
    default_sort: '-count',
  },
  form: [{ group: 'basic', fields: ['word', 'kind', 'sort', 'remark'] }],
  transfer: { export: ['id', 'word', 'kind', 'sort', 'count', 'results', 'last_at', 'remark', 'updated_at'] },
  has_remark_action: true,
});
