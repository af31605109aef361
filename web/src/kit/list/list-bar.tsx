import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { KitIcon } from '../kit-icon.tsx';
import type { ListLayoutState, Views } from '../views/use-views.ts';
import { LayoutButton } from './columns/layout-button.tsx';
import type { TableProps } from './table/table-props.ts';
import { LookButton } from './tree/look-button.tsx';
import { FilterBar } from './filters/filter-bar.tsx';

const ViewSwitcher = lazy(async () => ({ default: (await import('../views/view-switcher.tsx')).ViewSwitcher }));

/** Above the rows: filters, the saved views, and how the rows look. */
export function ListBar({
  table,
  narrow,
  views,
  listLayout,
  folded,
  reload,
  busy,
}: {
  table: TableProps;
  narrow: boolean;
  views: Views;
  listLayout: ListLayoutState;
  folded: readonly string[];
  reload: () => void;
  busy: boolean;
}) {
  const { definition, words, state } = table;
  return (
    <FilterBar {...table} narrow={narrow}>
      <Suspense>
        <ViewSwitcher definition={definition} words={words} views={views} listLayout={listLayout} state={state} />
      </Suspense>
      <Button
        type="text"
        icon={<KitIcon name="refresh" />}
        aria-label={words.t('kit.refresh')}
        onClick={reload}
        loading={busy}
      />
      <LookButton definition={definition} state={state} words={words} narrow={narrow} />
      {narrow ? null : <LayoutButton listLayout={listLayout} words={words} folded={folded} />}
    </FilterBar>
  );
}
