import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type * as cardThemes from '@kaike/shared/contracts/cards/card-themes';
import type { CardCovers } from '@kaike/shared/domain/cards/faces/card-drawing';
import { parseLayout } from '@kaike/shared/domain/cards/faces/card-layout-read';
import type { CardLayout } from '@kaike/shared/domain/cards/faces/card-layout';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { ApiError } from '../../../../api/api-error.ts';
import { request } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { record, redo, startHistory, undo, type CardDesign, type History } from './history.ts';

export type DesignData = ResponseOf<typeof cardThemes.getCardDesign>;
export type Design = {
  drawn: CardDesign;
  dirty: boolean;
  busy: boolean;
  can_undo: boolean;
  can_redo: boolean;
  /** What someone else has saved in the meantime, or null. */
  theirs: CardDesign | null;
  change: (next: CardDesign, name?: string) => void;
  undo: () => void;
  redo: () => void;
  /** True once it is stored. */
  save: () => Promise<boolean>;
  settle: (side: 'mine' | 'theirs') => void;
  /** Discards the changes. */
  forget: () => void;
};

type DesignWording = { saved: string; failed: string };
type Current = { version: number; positions: unknown; cover_front: string | null; cover_back: string | null };

/** A layout from the server, which validates what it stores. */
export function layoutOf(raw: unknown): CardLayout {
  const layout = parseLayout(raw);
  if (!layout) throw new Error('the server answered a layout that is none');
  return layout;
}

const same = (a: CardDesign, b: CardDesign): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
const startOf = ({ layout, theme }: DesignData): CardDesign => ({
  layout: layoutOf(layout),
  covers: { front: theme.cover_front, back: theme.cover_back },
});

function useSteps(data: DesignData) {
  const [history, setHistory] = useState<History>(() => startHistory(startOf(data)));
  const change = useCallback((next: CardDesign, name = ''): void => setHistory((old) => record(old, next, name)), []);
  return {
    history,
    setHistory,
    change,
    back: useCallback(() => setHistory(undo), []),
    forth: useCallback(() => setHistory(redo), []),
  };
}

/** The design being edited: its history, saving, and conflicts with other people's changes. */
export function useDesign(data: DesignData, words: DesignWording): Design {
  const queries = useQueryClient();
  const { history, setHistory, change, back, forth } = useSteps(data);
  const [stored, setStored] = useState<CardDesign>(history.present);
  const [theirs, setTheirs] = useState<CardDesign | null>(null);
  const [busy, setBusy] = useState(false);
  const version = useRef(data.theme.version);
  const { present } = history;

  const receiveCurrent = (current: Current): void => {
    version.current = current.version;
    const covers: CardCovers = { front: current.cover_front, back: current.cover_back };
    const onServer: CardDesign = { layout: parseLayout(current.positions) ?? layoutOf(data.plain), covers };
    setStored(onServer);
    if (same(onServer, stored)) toast('warning', words.failed);
    else setTheirs(onServer);
  };
  const save = async (): Promise<boolean> => {
    setBusy(true);
    try {
      const { layout, covers } = present;
      await request('PUT', `/admin/card-themes/${data.theme.id}`, {
        body: { positions: layout, cover_front: covers.front, cover_back: covers.back, version: version.current },
      });
      version.current += 1;
      setStored(present);
      toast('success', words.saved);
      void queries.invalidateQueries({ queryKey: ['card-themes'] });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'record.stale' && error.current) receiveCurrent(error.current as unknown as Current);
      else if (!error.handled) toast('error', error.message || words.failed);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const settle = (side: 'mine' | 'theirs'): void => {
    if (side === 'theirs' && theirs) change(theirs);
    setTheirs(null);
  };
  return {
    drawn: present,
    dirty: !same(present, stored),
    busy,
    can_undo: history.past.length > 0,
    can_redo: history.future.length > 0,
    theirs,
    change,
    undo: back,
    redo: forth,
    save,
    settle,
    forget: () => setHistory(startHistory(stored)),
  };
}
