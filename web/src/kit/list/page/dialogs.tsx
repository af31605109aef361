import { lazy, Suspense, useCallback, useState } from 'react';
import type { ShownRow } from '../../resource-view.ts';
import type { Target } from '../actions/bulk-target.ts';
import type { TableProps } from '../table/table-props.ts';
import type { OfferedVerb } from '../actions/offers.ts';
import type { OpenedMenu } from '../rows/row-menu.tsx';

// Neither is needed to show a list; they load with the first click.
const ActionDialog = lazy(async () => ({ default: (await import('../actions/action-dialog.tsx')).ActionDialog }));
const RowMenu = lazy(async () => ({ default: (await import('../rows/row-menu.tsx')).RowMenu }));

export type Running = { offer: OfferedVerb; target: Target; values?: Record<string, unknown> };

/** The action and the menu that are open over the list; `onVerb` opens an action on a single row. */
export function useDialogs() {
  const [running, setRunning] = useState<Running | null>(null);
  const [menu, setMenu] = useState<OpenedMenu | null>(null);
  const onVerb = useCallback(
    (offer: OfferedVerb, row: ShownRow) => setRunning({ offer, target: { rows: [row], matching: null } }),
    [],
  );
  return { running, setRunning, menu, setMenu, onVerb };
}
export type Dialogs = ReturnType<typeof useDialogs>;

/** Dialogs and menus over the list. */
export function DialogsOver({
  table,
  dialogs,
  reload,
  remove,
}: {
  table: TableProps;
  dialogs: Dialogs;
  reload: () => void;
  remove: (target: Target) => void;
}) {
  const { definition, words, maps, may, onOpen } = table;
  const { running, setRunning, menu, setMenu, onVerb } = dialogs;
  return (
    <Suspense>
      {running ? (
        <ActionDialog
          definition={definition}
          name={running.offer.name}
          action={running.offer.action}
          preset={running.offer.preset}
          target={running.target}
          {...(running.values ? { values: running.values } : {})}
          words={words}
          maps={maps}
          close={() => setRunning(null)}
          done={reload}
        />
      ) : null}
      {menu ? (
        <RowMenu
          menu={menu}
          definition={definition}
          words={words}
          may={may}
          open={onOpen}
          close={() => setMenu(null)}
          remove={(row) => remove({ rows: [row], matching: null })}
          run={onVerb}
        />
      ) : null}
    </Suspense>
  );
}
