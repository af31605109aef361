import { createContext, Suspense, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { findResource } from '@kaike/shared/resources/index';
import { useCan } from '../../../app/session.ts';
import { useT } from '../../../app/wording.ts';
import { wordsOf } from '../../words/use-words.ts';

/** Stands among the choices for the row that does not exist yet. */
export const newRowId = -1;

export type NewRowProps = {
  definition: ResourceDefinition;
  title: string;
  close: () => void;
  created: (id: number) => void;
};

/** Draws the form for such a row, from the layout: forms draw relations, so that relations cannot import a form. */
export const NewRowContext = createContext<((props: NewRowProps) => ReactNode) | null>(null);

type Options = {
  resource: string;
  /** Whether the field offers it. */
  creates: boolean | undefined;
  choose: (id: number) => void;
  /** Brings the cursor back to the field. */
  focus: () => void;
};
type NewRow = {
  is_open: boolean;
  /** The choice that creates a row of this title; null where a row has it, or this person may not create one. */
  label: (text: string, titles: readonly string[]) => string | null;
  open: (text: string) => void;
  dialog: ReactNode;
};

const normal = (text: string): string => text.trim().toLowerCase();

/** The last choice of a relation: a new row with the typed text as its title. */
export function useNewRow({ resource, creates = false, choose, focus }: Options): NewRow {
  const t = useT();
  const draw = useContext(NewRowContext);
  const mayCreate = useCan(`admin.${resource}.create`);
  const [title, setTitle] = useState<string | null>(null);
  const isOpen = title !== null;
  const wasOpen = useRef(false);
  const latestFocus = useRef(focus);
  latestFocus.current = focus;
  useEffect(() => {
    if (wasOpen.current && !isOpen) latestFocus.current();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const definition = creates && mayCreate ? findResource(resource) : undefined;
  return {
    is_open: isOpen,
    label: (text, titles) =>
      !definition || !draw || normal(text) === '' || titles.some((one) => normal(one) === normal(text))
        ? null
        : wordsOf(t, resource).say('create', text.trim()),
    open: (text) => setTitle(text.trim()),
    dialog:
      definition && draw && title !== null ? (
        <Suspense>
          {draw({
            definition,
            title,
            close: () => setTitle(null),
            created: (id) => {
              setTitle(null);
              choose(id);
            },
          })}
        </Suspense>
      ) : null,
  };
}
