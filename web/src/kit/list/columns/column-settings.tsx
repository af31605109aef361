import { Button, Checkbox, InputNumber, Popover, Radio, Select } from 'antd';
import { useState } from 'react';
import { narrowestColumn, widestColumn, type Density, type ListLayout, type Pin } from '@kaike/shared/kit/list-layout';
import { KitIcon } from '../../kit-icon.tsx';
import { columnsLabel, type LayoutProps } from './columns-label.ts';
import './column-settings.css';

type Props = Pick<LayoutProps, 'listLayout' | 'words'>;

/** The order with one column moved before another, or to the end. */
export function moveColumn(order: readonly string[], name: string, before: string | null): string[] {
  const rest = order.filter((one) => one !== name);
  rest.splice(before === null ? rest.length : Math.max(0, rest.indexOf(before)), 0, name);
  return rest;
}

const without = <Value,>(record: Readonly<Record<string, Value>>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

function ColumnRow({
  listLayout,
  words,
  name,
  dragged,
  drag,
}: Props & { name: string; dragged: string | null; drag: (name: string | null) => void }) {
  const { t } = words;
  const { layout, change } = listLayout;
  const isShown = !layout.hidden.includes(name);
  const put = (part: Partial<ListLayout>): void => change({ ...layout, ...part });
  const step = (by: 1 | -1): void => {
    const at = layout.order.indexOf(name);
    const before = by === 1 ? layout.order[at + 2] : layout.order[at - 1];
    if ((by === 1 && at === layout.order.length - 1) || (by === -1 && at === 0)) return;
    put({ order: moveColumn(layout.order, name, before ?? null) });
  };
  const label = words.field(name);
  return (
    <li
      className={dragged === name ? 'kk-column is-dragged' : 'kk-column'}
      draggable
      onDragStart={() => drag(name)}
      onDragEnd={() => drag(null)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={() => {
        if (dragged && dragged !== name) put({ order: moveColumn(layout.order, dragged, name) });
        drag(null);
      }}
    >
      <button
        type="button"
        className="kk-mini kk-grip"
        aria-label={t('lists.move_column', { field: label })}
        title={t('lists.move_hint')}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          step(event.key === 'ArrowUp' ? -1 : 1);
        }}
      >
        ⠿
      </button>
      <Checkbox
        checked={isShown}
        onChange={() =>
          put({ hidden: isShown ? [...layout.hidden, name] : layout.hidden.filter((one) => one !== name) })
        }
      >
        {label}
      </Checkbox>
      <Select<Pin | ''>
        size="small"
        aria-label={t('lists.pin_of', { field: label })}
        value={layout.pins[name] ?? ''}
        style={{ width: 96 }}
        onChange={(pin) => put({ pins: pin === '' ? without(layout.pins, name) : { ...layout.pins, [name]: pin } })}
        options={[
          { value: '', label: t('lists.pin.none') },
          { value: 'left', label: t('lists.pin.left') },
          { value: 'right', label: t('lists.pin.right') },
        ]}
      />
      <InputNumber
        size="small"
        aria-label={t('lists.width_of', { field: label })}
        placeholder={t('lists.width')}
        min={narrowestColumn}
        max={widestColumn}
        step={10}
        precision={0}
        style={{ width: 80 }}
        value={layout.widths[name] ?? null}
        onChange={(width) =>
          put({ widths: width === null ? without(layout.widths, name) : { ...layout.widths, [name]: width } })
        }
      />
    </li>
  );
}

/** Which columns are shown, in which order, how wide, which are pinned; and how dense the rows are. */
export function ColumnSettings({ listLayout, words, folded }: LayoutProps) {
  const { t } = words;
  const [dragged, setDragged] = useState<string | null>(null);
  const { layout, change } = listLayout;
  const { overflow, ...rest } = layout;
  const { text, name } = columnsLabel(words, folded);
  const content = (
    <div className="kk-columns">
      {folded.length > 0 || overflow ? (
        <p className="kk-fold">
          <Checkbox
            checked={overflow === 'scroll'}
            onChange={() => change(overflow ? rest : { ...layout, overflow: 'scroll' })}
          >
            {t('lists.scroll_columns')}
          </Checkbox>
          {folded.length > 0 ? (
            <span className="kk-muted">
              {t('lists.folded', { names: folded.map(words.field).join(t('lists.and')) })}
            </span>
          ) : null}
        </p>
      ) : null}
      <ul>
        {layout.order.map((name) => (
          <ColumnRow key={name} listLayout={listLayout} words={words} name={name} dragged={dragged} drag={setDragged} />
        ))}
      </ul>
      <div className="kk-buttons">
        <Radio.Group
          size="small"
          optionType="button"
          aria-label={t('kit.density')}
          value={layout.density}
          onChange={(event) => change({ ...layout, density: event.target.value as Density })}
          options={[
            { value: 'middle', label: t('kit.density_middle') },
            { value: 'small', label: t('kit.density_small') },
          ]}
        />
        <Button type="link" size="small" onClick={listLayout.reset}>
          {t('kit.reset_columns')}
        </Button>
      </div>
    </div>
  );
  return (
    <Popover content={content} title={t('kit.columns')} trigger="click" placement="bottomRight" defaultOpen>
      <Button type="text" icon={<KitIcon name="columns" />} aria-label={name} title={name}>
        {text}
      </Button>
    </Popover>
  );
}
