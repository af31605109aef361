import {
  closestCenter,
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MeasuringStrategy,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { Announcements, DragEndEvent, DragStartEvent, Modifier, UniqueIdentifier } from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useMemo, useState, type ReactNode } from 'react';
import { useT } from '../../app/wording.ts';
import css from './sortable-tree.module.css';
import { flattenTree, moveRow, type FlatRow, type TreeNode } from './tree-moves.ts';

type Props<T> = {
  nodes: readonly TreeNode<T>[];
  /** Renders a row around its handle; `isLifted` for the copy that follows the pointer. */
  renderRow: (row: FlatRow<T>, parts: { handle: ReactNode; isLifted: boolean }) => ReactNode;
  /** The name of a row for screen readers. */
  titleOf: (data: T) => string;
  /** Called with the new order when a row was dropped elsewhere. */
  onChange: (nodes: TreeNode<T>[]) => void;
  disabled?: boolean;
};

/** A touch that scrolls is not a drag, and a click is not a move. */
const activation = { distance: 6 };
const measuring = { droppable: { strategy: MeasuringStrategy.Always } };
const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

function Grip() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      {[4, 8, 12].flatMap((y) => [5.5, 10.5].map((x) => <circle key={`${x}/${y}`} cx={x} cy={y} r="1.400" />))}
    </svg>
  );
}

function SortableRow<T>({
  row,
  title,
  disabled,
  renderRow,
}: { row: FlatRow<T>; title: string; disabled: boolean } & Pick<Props<T>, 'renderRow'>) {
  const t = useT();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: row.node.id,
    disabled,
  });
  const handle = disabled ? null : (
    <button
      ref={setActivatorNodeRef}
      type="button"
      className={css['handle']}
      {...attributes}
      {...listeners}
      aria-label={t('kit.tree.handle', { title })}
    >
      <Grip />
    </button>
  );
  const style = { transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition };
  return (
    <li
      ref={setNodeRef}
      style={style}
      className={isDragging ? `${css['row']} ${css['ghost']}` : css['row']}
      data-depth={row.depth}
    >
      {renderRow(row, { handle, isLifted: false })}
    </li>
  );
}

function useAnnouncements<T>(
  rows: readonly FlatRow<T>[],
  titleOf: (data: T) => string,
): { announcements: Announcements; instructions: string } {
  const t = useT();
  return useMemo(() => {
    const title = (id: UniqueIdentifier): string => {
      const row = rows.find(({ node }) => node.id === id);
      return row ? titleOf(row.node.data) : '';
    };
    const place = (id: UniqueIdentifier | undefined) => ({
      place: rows.findIndex(({ node }) => node.id === id) + 1,
      count: rows.length,
    });
    return {
      instructions: t('kit.tree.instructions'),
      announcements: {
        onDragStart: ({ active }) => t('kit.tree.lifted', { title: title(active.id), ...place(active.id) }),
        onDragOver: ({ active, over }) =>
          over ? t('kit.tree.moved', { title: title(active.id), ...place(over.id) }) : undefined,
        onDragEnd: ({ active, over }) =>
          t(over ? 'kit.tree.dropped' : 'kit.tree.cancelled', { title: title(active.id), ...place(over?.id) }),
        onDragCancel: ({ active }) => t('kit.tree.cancelled', { title: title(active.id) }),
      },
    };
  }, [rows, titleOf, t]);
}

/**
 * A tree whose rows are dragged by their handle, with the pointer, a finger or the keyboard (space, arrows, space). A row
 * keeps its level; while one is dragged, deeper levels are collapsed.
 */
export function SortableTree<T>({ nodes, renderRow, titleOf, onChange, disabled = false }: Props<T>) {
  const [activeId, setActiveId] = useState<UniqueIdentifier | null>(null);
  const all = useMemo(() => flattenTree(nodes), [nodes]);
  const active = all.find(({ node }) => node.id === activeId) ?? null;
  const rows = useMemo(() => (active ? flattenTree(nodes, active.depth) : all), [active, all, nodes]);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: activation }),
    // A smooth scroll in progress would swallow the next arrow key.
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' }),
  );
  const { announcements, instructions } = useAnnouncements(rows, titleOf);
  const onDragEnd = ({ active: dragged, over }: DragEndEvent): void => {
    setActiveId(null);
    const moved = over ? moveRow(nodes, String(dragged.id), String(over.id)) : null;
    if (moved) onChange(moved);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      measuring={measuring}
      modifiers={[upAndDown]}
      accessibility={{ announcements, screenReaderInstructions: { draggable: instructions } }}
      onDragStart={({ active: dragged }: DragStartEvent) => setActiveId(dragged.id)}
      onDragEnd={onDragEnd}
      onDragCancel={() => setActiveId(null)}
    >
      <SortableContext
        items={rows.map(({ node }) => node.id)}
        strategy={verticalListSortingStrategy}
        disabled={disabled}
      >
        <ul className={css['tree']}>
          {rows.map((row) => (
            <SortableRow
              key={row.node.id}
              row={row}
              title={titleOf(row.node.data)}
              disabled={disabled}
              renderRow={renderRow}
            />
          ))}
        </ul>
      </SortableContext>
      <DragOverlay dropAnimation={null}>
        {active ? (
          <div className={css['lifted']} data-depth={active.depth}>
            {renderRow(active, {
              handle: (
                <span className={css['handle']}>
                  <Grip />
                </span>
              ),
              isLifted: true,
            })}
          </div>
        ) : null}
      </DragOverlay>
    </DndContext>
  );
}
