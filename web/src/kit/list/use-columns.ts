import { useCallback, useState } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';

export type Columns = {
  /** Shown columns in order. */
  shown: string[];
  /** All columns in order, shown or not. */
  order: string[];
  density: 'middle' | 'small';
  toggle: (key: string) => void;
  move: (key: string, before: string) => void;
  setDensity: (density: 'middle' | 'small') => void;
  reset: () => void;
};

type Stored = { order: string[]; hidden: string[]; density: 'middle' | 'small' };

function read(key: string): Partial<Stored> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Stored>;
  } catch {
    return {}; // Something else wrote there; the defaults stand.
  }
}

/** Which columns a person sees, in which order and density; remembered for each list in this browser. */
export function useColumns(definition: ResourceDefinition): Columns {
  const key = `columns:${definition.name}`;
  const [stored, setStored] = useState(() => read(key));
  const all = [...definition.list.columns];
  const known = (stored.order ?? []).filter((name) => all.includes(name));
  const order = [...known, ...all.filter((name) => !known.includes(name))];
  const hidden = new Set(stored.hidden ?? []);
  const save = useCallback((next: Partial<Stored>) => {
    setStored(next);
    localStorage.setItem(key, JSON.stringify(next));
  }, [key]);
  return {
    order, shown: order.filter((name) => !hidden.has(name)), density: stored.density ?? 'middle',
    toggle: (name) => {
      if (hidden.has(name)) hidden.delete(name);
      else hidden.add(name);
      save({ ...stored, hidden: [...hidden] });
    },
    move: (name, before) => {
      const rest = order.filter((one) => one !== name);
      rest.splice(rest.indexOf(before), 0, name);
      save({ ...stored, order: rest });
    },
    setDensity: (density) => save({ ...stored, density }),
    reset: () => save({}),
  };
}
