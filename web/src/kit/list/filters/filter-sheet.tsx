import { Button, Drawer } from 'antd';
import { Suspense } from 'react';
import { LabelledControl } from './opened/labelled-control.tsx';
import { clearFilters, type FilterBarProps, type NamedField } from './list-filters.ts';

type Props = Omit<FilterBarProps, 'children' | 'narrow'> & { filters: readonly NamedField[]; close: () => void };

/** What the filters have left: 查看 214 位学员. */
function showLabel({ list, words }: Props): string {
  if (!list || list.total === null) return words.t('lists.show');
  const rows = words.count(list.total);
  return words.t(list.total_exact ? 'lists.show_rows' : 'lists.show_rows_about', { rows });
}

/** All filters of a list on a phone; the rows behind them follow at once. */
export function FilterSheet(props: Props) {
  const { filters, state, words, maps, view, close } = props;
  const { t } = words;
  return (
    <Drawer
      open
      onClose={close}
      placement="bottom"
      size="82vh"
      title={t('kit.filters')}
      closable={{ 'aria-label': t('kit.close') }}
      footer={
        <div className="kk-sheet-foot">
          <Button disabled={!state.is_filtered} onClick={() => state.set(clearFilters(state.filters))}>
            {t('kit.clear')}
          </Button>
          <Button type="primary" onClick={close}>
            {showLabel(props)}
          </Button>
        </div>
      }
    >
      <div className="kk-sheet-filters">
        <Suspense>
          {filters.map(([name, field]) => (
            <LabelledControl
              key={name}
              name={name}
              field={field}
              state={state}
              words={words}
              maps={maps}
              control={view.filters?.[name]}
            />
          ))}
        </Suspense>
      </div>
    </Drawer>
  );
}
