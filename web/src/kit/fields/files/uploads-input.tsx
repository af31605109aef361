import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import fieldWords from 'virtual:locale/kit_fields';
import type { Field } from '@kaike/shared/kit/field';
import { rulesOf } from '@kaike/shared/kit/parse-input';
import { toast } from '../../../app/toasts.ts';
import { KitIcon } from '../../kit-icon.tsx';
import css from '../fields.module.css';
import type { InputProps } from '../input-props.ts';
import { uploadFile } from './upload-file.ts';

const pictures = 'image/png,image/jpeg,image/webp,image/gif';
const manyByDefault = 9;
const activation = { distance: 6 };

function maxOf(field: Field): number {
  const limit = rulesOf(field)
    .find((rule) => rule.startsWith('array_length:'))
    ?.split(',')[1];
  return Number(limit) || manyByDefault;
}

function Tile({ url, index, disabled, remove }: { url: string; index: number; disabled: boolean; remove: () => void }) {
  const t = fieldWords.useT();
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id: url, disabled });
  const style = { transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined, transition };
  return (
    <li ref={setNodeRef} style={style} className={css['tile']}>
      <button
        type="button"
        className={css['grip']}
        {...attributes}
        {...listeners}
        disabled={disabled}
        aria-label={t('kit_fields.uploads.move', { number: index + 1 })}
      >
        <img src={url} alt="" />
      </button>
      <button
        type="button"
        className={css['drop']}
        disabled={disabled}
        onClick={remove}
        aria-label={t('kit_fields.uploads.remove', { number: index + 1 })}
      >
        <KitIcon name="trash" size={14} />
      </button>
    </li>
  );
}

/** Uploads the selected files one after the other, and reports which failed. */
function useUploads({ field, value, onChange }: InputProps) {
  const t = fieldWords.useT();
  const [waiting, setWaiting] = useState(0);
  const urls = (value as string[] | null) ?? [];
  const add = async (files: readonly File[]): Promise<void> => {
    const room = maxOf(field) - urls.length;
    const accepted = files.slice(0, room);
    if (files.length > room) toast('warning', t('kit_fields.uploads.too_many', { count: maxOf(field) }));
    setWaiting(accepted.length);
    let now = urls;
    for (const file of accepted) {
      try {
        now = [...now, await uploadFile(file)];
        onChange(now);
      } catch (error) {
        toast(
          'error',
          t('kit_fields.uploads.failed', { name: file.name, reason: error instanceof Error ? error.message : '' }),
        );
      }
      setWaiting((count) => count - 1);
    }
  };
  return { urls, add, waiting };
}

/** An ordered list of pictures; several may be chosen or dropped at once. */
export function UploadsInput(props: InputProps) {
  const { id, field, disabled, label, onChange } = props;
  const t = fieldWords.useT();
  const { urls, add, waiting } = useUploads(props);
  const chooser = useRef<HTMLInputElement>(null);
  const most = maxOf(field);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: activation }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'auto' }),
  );
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    if (over && active.id !== over.id)
      onChange(arrayMove(urls, urls.indexOf(String(active.id)), urls.indexOf(String(over.id))));
  };
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (!disabled) void add([...event.dataTransfer.files]);
      }}
    >
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
        <SortableContext items={urls} strategy={rectSortingStrategy}>
          <ul className={css['tiles']}>
            {urls.map((url, index) => (
              <Tile
                key={url}
                url={url}
                index={index}
                disabled={disabled}
                remove={() => onChange(urls.filter((one) => one !== url))}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <input
        ref={chooser}
        id={`${id}-file`}
        type="file"
        hidden
        multiple
        disabled={disabled}
        aria-label={label}
        accept={pictures}
        onChange={(event) => {
          const selectedFiles = [...(event.target.files ?? [])];
          event.target.value = '';
          void add(selectedFiles);
        }}
      />
      <Button
        id={id}
        loading={waiting > 0}
        disabled={disabled || urls.length >= most}
        onClick={() => chooser.current?.click()}
      >
        {t('kit_fields.uploads.images', { count: urls.length, most })}
      </Button>
    </div>
  );
}
