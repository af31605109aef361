import { Dropdown } from 'antd';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { urlOf } from '../../use-resource.ts';
import type { ShownRow } from '../../resource-view.ts';
import type { ResourceWording } from '../../words/use-words.ts';
import { verbsFor } from '@kaike/shared/kit/rows/verbs';
import { rowOffers, type OfferedVerb } from '../actions/offers.ts';

/** `button`: where the button of the row stands. */
export type OpenedMenu = { row: ShownRow; button: DOMRect };
type Props = {
  menu: OpenedMenu;
  definition: ResourceDefinition;
  words: ResourceWording;
  may: ReadonlySet<string>;
  open: (id: number) => void;
  run: (offer: OfferedVerb, row: ShownRow) => void;
  remove: (row: ShownRow) => void;
  close: () => void;
};

/** The context menu of a row, at the pointer. */
export function RowMenu({ menu, definition, words, may, open, run, remove, close }: Props) {
  const { row, button } = menu;
  const offers = verbsFor(
    rowOffers(definition, words, (name) => may.has(name)),
    row,
  );
  const items = [
    { key: 'open', label: words.t('kit.detail') },
    { key: 'page', label: words.t('kit.open_page') },
    ...(offers.length > 0 ? [{ type: 'divider' as const, key: 'line' }] : []),
    ...offers.map(({ key, label, action }) => ({ key: `action:${key}`, label, danger: action.danger ?? false })),
    ...(may.has('delete') ? [{ key: 'delete', label: words.t('kit.actions.delete'), danger: true }] : []),
  ];
  const leave = (): void => {
    close();
    document.querySelector<HTMLElement>(`.kk-table [data-row="${row.id}"]`)?.focus();
  };
  const choose = (key: string): void => {
    leave();
    const offer = offers.find((one) => `action:${one.key}` === key);
    if (key === 'open') open(row.id);
    else if (key === 'page') window.open(`${urlOf(definition)}/${row.id}`, '_blank', 'noopener');
    else if (key === 'delete') remove(row);
    else if (offer) run(offer, row);
  };
  return (
    <Dropdown
      open
      trigger={['click']}
      // Away from the foot of the window, where the verbs of ticked rows are.
      placement={button.bottom > innerHeight / 2 ? 'topRight' : 'bottomRight'}
      autoFocus
      menu={{ items, onClick: ({ key }) => choose(key) }}
      onOpenChange={(isOpen) => {
        if (!isOpen) leave();
      }}
    >
      <span className="kk-anchor" style={{ top: button.top, left: button.right, height: button.height }} />
    </Dropdown>
  );
}
