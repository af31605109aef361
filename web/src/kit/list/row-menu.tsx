import { Dropdown } from 'antd';
import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import { isOffered } from '@kaike/shared/kit/offer';
import { urlOf } from '../use-resource.ts';
import type { Row } from '../resource-view.ts';
import type { Words } from '../use-words.ts';

export type OpenedMenu = { row: Row; top: number; left: number };
type Props = {
  menu: OpenedMenu; definition: ResourceDefinition; words: Words; may: ReadonlySet<string>; open: (id: number) => void; run: (name: string, action: Action, row: Row) => void; remove: (row: Row) => void; close: () => void;
};

/** What can be done with one row, at the place where it was asked. */
export function RowMenu({ menu, definition, words, may, open, run, remove, close }: Props) {
  const { row, top, left } = menu;
  const actions = Object.entries(definition.actions ?? {}).filter(([name, action]) => action.on === 'rows' && !action.hidden && may.has(name) && isOffered(action, row));
  const items = [
    { key: 'open', label: words.t('kit.detail') },
    { key: 'page', label: words.t('kit.open_page') },
    ...(actions.length > 0 ? [{ type: 'divider' as const, key: 'line' }] : []),
    ...actions.map(([name, action]) => ({ key: `action:${name}`, label: words.action(name), danger: action.danger ?? false })),
    ...(may.has('delete') ? [{ key: 'delete', label: words.t('kit.actions.delete'), danger: true }] : []),
  ];
  const leave = (): void => {
    close();
    document.querySelector<HTMLElement>(`.kk-table [data-row="${row.id}"]`)?.focus();
  };
  const choose = (key: string): void => {
    leave();
    const action = definition.actions?.[key.replace('action:', '')];
    if (key === 'open') open(row.id);
    else if (key === 'page') window.open(`${urlOf(definition)}/${row.id}`, '_blank', 'noopener');
    else if (key === 'delete') remove(row);
    else if (action) run(key.replace('action:', ''), action, row);
  };
  return (
    <Dropdown open trigger={['click']} placement="bottomRight" autoFocus menu={{ items, onClick: ({ key }) => choose(key) }} onOpenChange={(isOpen) => { if (!isOpen) leave(); }}>
      <span className="kk-anchor" style={{ top, left }} />
    </Dropdown>
  );
}
