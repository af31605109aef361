import { Button, Checkbox, Popover, Radio } from 'antd';
import { useState } from 'react';
import { KitIcon } from '../kit-icon.tsx';
import type { Words } from '../use-words.ts';
import type { Columns } from './use-columns.ts';

/** Show, hide and reorder columns by dragging or with the arrow keys; density. */
export function ColumnSettings({ columns, words }: { columns: Columns; words: Words }) {
  const { t } = words;
  const [dragged, setDragged] = useState<string | null>(null);
  const step = (name: string, by: -1 | 1): void => {
    const at = columns.order.indexOf(name);
    const target = columns.order[at + (by === 1 ? 2 : -1)];
    if (by === 1 && at + 2 > columns.order.length) return;
    if (by === -1 && at === 0) return;
    columns.move(name, target ?? '');
  };
  const content = (
    <div className="kk-columns">
      {columns.order.map((name) => (
        <div
          key={name} className="kk-column" draggable onDragStart={() => setDragged(name)} onDragOver={(event) => event.preventDefault()}
          onDrop={() => { if (dragged && dragged !== name) columns.move(dragged, name); }}
        >
          <span className="kk-grip" aria-hidden="true">⠿</span>
          <Checkbox
            checked={columns.shown.includes(name)} onChange={() => columns.toggle(name)}
            onKeyDown={(event) => {
              if (event.altKey && event.key === 'ArrowUp') step(name, -1);
              if (event.altKey && event.key === 'ArrowDown') step(name, 1);
            }}
          >
            {words.field(name)}
          </Checkbox>
        </div>
      ))}
      <Radio.Group
        size="small" optionType="button" value={columns.density} onChange={(event) => columns.setDensity(event.target.value as 'middle' | 'small')}
        options={[{ value: 'middle', label: t('kit.density_middle') }, { value: 'small', label: t('kit.density_small') }]}
      />
      <Button type="link" size="small" onClick={columns.reset}>{t('kit.reset_columns')}</Button>
    </div>
  );
  return (
    <Popover content={content} trigger="click" placement="bottomRight">
      <Button type="text" icon={<KitIcon name="columns" />} aria-label={t('kit.columns')} />
    </Popover>
  );
}
