import { useSyncExternalStore } from 'react';
import type { PlayerPort, PlayerState } from '../player-port.ts';

/** The player's current state; re-renders on every change. */
export function usePlayerState(port: PlayerPort): PlayerState {
  return useSyncExternalStore(port.subscribe, port.state);
}
