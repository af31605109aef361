import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { canSet, onOffOf, quickEditWay, type OnOff } from '@kaike/shared/kit/rows/quick-edit';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { ResourceView, ShownRow } from '../../resource-view.ts';
import type { ResourceWording } from '../../words/use-words.ts';
import { titleOf } from './title-of.ts';

type SwitchProps = { definition: ResourceDefinition; view: ResourceView; may: ReadonlySet<string>; name: string };

/** Whether the field of a row is switched in the list, and between which values; null where it is shown like any other. */
export function switchOf({ definition, view, may, name }: SwitchProps, row: ShownRow): OnOff | null {
  const way = quickEditWay(definition, name);
  const values = way && onOffOf(way.field);
  if (!values || view.cells?.[name] || !may.has(way.permission)) return null;
  const value = row[name];
  const isOn = value === values.on.value;
  if (!isOn && value !== values.off.value) return null;
  return canSet(way, row, [value, isOn ? values.off.value : values.on.value]) ? values : null;
}

type Props = Pick<SwitchProps, 'definition' | 'name'> & {
  row: ShownRow;
  values: OnOff;
  words: ResourceWording;
  tabIndex: 0 | -1;
};

/** An on/off field of a row, switched in place: on screen at once, back again when it is refused. */
export function RowSwitch({ definition, row, name, values, words, tabIndex }: Props) {
  const title = titleOf(definition, row);
  const client = useQueryClient();
  const [saving, setSaving] = useState<boolean | null>(null);
  const isOn = saving ?? row[name] === values.on.value;
  const nameOf = (value: boolean): string => {
    const { key } = value ? values.on : values.off;
    return definition.fields[name]?.kind === 'boolean' ? words.t(`fields.boolean.${key}`) : words.choice(name, key);
  };
  const press = async (): Promise<void> => {
    if (saving !== null) return;
    const next = !isOn;
    setSaving(next);
    try {
      // What says how it went loads with the first change.
      const { quickEdit } = await import('./quick-edit.tsx');
      await quickEdit(
        { client, definition, words },
        {
          row,
          name,
          value: next ? values.on.value : values.off.value,
          saved: words.t('lists.switched', { field: words.field(name), title, state: nameOf(next) }),
        },
      );
    } finally {
      setSaving(null);
    }
  };
  return (
    <button
      type="button"
      role="switch"
      className="kk-switch"
      aria-checked={isOn}
      aria-label={words.t('lists.switch_of', { field: words.field(name), title })}
      // Not `disabled`, which would take the focus away.
      aria-disabled={saving !== null}
      title={nameOf(isOn)}
      tabIndex={tabIndex}
      onClick={() => void press()}
    />
  );
}
