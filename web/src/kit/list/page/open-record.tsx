import { lazy, Suspense } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { useHasDetailPane, useNarrow, useHasWideList } from '../../use-narrow.ts';
import type { TableProps } from '../table/table-props.ts';
import { isOwnPage, ToOwnPage } from '../own-page.tsx';
import type { ListState } from '../use-list-state.ts';

// Not needed to show a list; it loads with the first record.
const RecordDrawer = lazy(async () => ({ default: (await import('../record-drawer.tsx')).RecordDrawer }));

/** Whether a record is open beside the list, and whether it leaves room for a strip of cards only. */
export function usePlaces(
  definition: ResourceDefinition,
  state: ListState,
): { openId: number | null; docked: boolean; narrow: boolean; is_strip: boolean } {
  const openId = Number(state.get('open')) || null;
  const docked = useHasDetailPane() && openId !== null && !isOwnPage(definition, openId);
  const spacious = useHasWideList();
  const isPhone = useNarrow();
  const isStrip = docked && !spacious;
  return { openId, docked, narrow: isPhone || isStrip, is_strip: isStrip };
}

/** The open record, beside the list or over it. */
export function OpenRecord({
  table,
  reload,
  docked,
}: {
  table: Pick<TableProps, 'definition' | 'words' | 'state'>;
  reload: () => void;
  docked: boolean;
}) {
  const { definition, words, state } = table;
  const open = state.get('open');
  if (open === '') return null;
  if (isOwnPage(definition, Number(open))) return <ToOwnPage definition={definition} id={Number(open)} state={state} />;
  return (
    <Suspense>
      <RecordDrawer
        definition={definition}
        id={Number(open)}
        words={words}
        docked={docked}
        below={Number(state.get('below')) || null}
        close={() => state.set({ open: null, tab: null, below: null })}
        tab={state.get('tab')}
        setTab={(tab) => state.set({ tab, open })}
        saved={(id) => {
          reload();
          if (Number(open) === 0) state.set({ open: id ? String(id) : null, tab: null, below: null });
        }}
      />
    </Suspense>
  );
}
