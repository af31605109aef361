import { useSyncExternalStore } from 'react';
import type { PlayerPort, PlayerState } from './player-port.ts';

/** What a player does now; renders with every change of it. */
export function usePlayerState(port: PlayerPort): PlayerState {
  return useSyncExternalStore(port.subscribe, port.state);
}
