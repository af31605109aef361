import { expect, it } from 'vitest';
import { teachers } from '@kaike/shared/resources/catalog/teachers';
import { exportQuery, newExport } from './export-job.ts';

const excel = { sheet: '老师', fileName: '老师', exportFields: {}, importFields: {} };

it('an export has the filters of the list, and a file named after its rows and its minute', () => {
  const query = exportQuery('where[_keyword]=王&page=2&open=7', ['id', 'name']);
  expect([...new URLSearchParams(query)]).toEqual([
    ['where[_keyword]', '王'],
    ['fields[]', 'id'],
    ['fields[]', 'name'],
  ]);
  const at = (minute: number) =>
    newExport({
      definition: teachers,
      excel,
      title: '老师',
      query,
      owner: 1,
      now: new Date(Date.UTC(2026, 10, 7, 1, minute)),
    }).file_name;
  expect([at(5), at(6)]).toEqual(['老师 2026-11-07 0905', '老师 2026-11-07 0906']);
});
