import { useCallback } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { urlOf } from '../use-resource.ts';
import type { ListState } from './use-list-state.ts';

/** Whether a record has a page to itself; a new row is always filled in over its list. */
export const isOwnPage = ({ opens }: ResourceDefinition, id: number): boolean => opens === 'page' && id > 0;

/** Opens a row where its resource is opened. */
export function useOpening(definition: ResourceDefinition, state: ListState): (id: number) => void {
  const navigate = useNavigate();
  return useCallback(
    (id: number) => {
      if (isOwnPage(definition, id)) void navigate(`${urlOf(definition)}/${id}`);
      else state.set({ open: String(id), tab: null });
    },
    [definition, navigate, state],
  );
}

/** From the address of the list with an open row to the page of that row. */
export function ToOwnPage({ definition, id, state }: { definition: ResourceDefinition; id: number; state: ListState }) {
  const place = new URLSearchParams(['tab', 'do'].flatMap((key) => (state.get(key) ? [[key, state.get(key)]] : [])));
  return <Navigate to={{ pathname: `${urlOf(definition)}/${id}`, search: place.toString() }} replace />;
}
