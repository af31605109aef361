import type { logs } from '@kaike/shared/resources/office/logs';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import type { ShownRowOf } from '../../../kit/resource-view.ts';
import { resourceView } from './logs.resource.tsx';

const change = { key: 'way', label: '登录方式', before: null, after: '密码', can_restore: false };
const row = { id: 1, operator: '林老师', resource: 'log-ins', action: 'log_in', record_title: '密码' } as ShownRowOf<
  typeof logs
>;

function show(changes: readonly (Omit<typeof change, 'before'> & { before: string | null })[]): string[] {
  const Panel = resourceView.panels?.[0]?.panel;
  if (!Panel) throw new Error('the log has no panel of changes');
  const changed = { ...row, changes };
  renderPage(<Panel row={changed} permissions={[]} reload={() => undefined} />);
  return screen.getAllByRole('columnheader').map((head) => head.textContent);
}

it('has no column of former values where there were none', () => {
  expect(show([change])).toEqual(['resources.logs.detail.field', 'resources.logs.detail.value']);
});

it('has both where a value changed', () => {
  expect(show([change, { ...change, key: 'title', before: '旧' }])).toHaveLength(3);
});

it('keeps the column where an empty value can be restored', () => {
  expect(show([{ ...change, can_restore: true }])).toHaveLength(3);
});
