type State = { failures: number; until: number };

/** Which of several parties can be reached, as this process knows it. */
export type CircuitBreaker = {
  /** False during the pause of a party that was lost; afterwards one call is let through, and the others wait for what it says. */
  mayCall: (party: string) => boolean;
  /** Whether the pause goes on; lets nothing through. */
  isPaused: (party: string) => boolean;
  noteReached: (party: string) => void;
  noteLost: (party: string) => void;
};

const usualPauseMs = 30_000;

/** Pauses calls to a party that could not be reached `after` times in a row, so that an outage costs few people a time-out. */
export function createCircuitBreaker({
  clock,
  after,
  pause_ms = usualPauseMs,
}: {
  clock: () => Date;
  after: number;
  pause_ms?: number;
}): CircuitBreaker {
  const states = new Map<string, State>();
  return {
    mayCall(party) {
      const state = states.get(party);
      const now = clock().getTime();
      if (!state || state.failures < after) return true;
      if (now < state.until) return false;
      state.until = now + pause_ms;
      return true;
    },
    isPaused(party) {
      const state = states.get(party);
      return state !== undefined && state.failures >= after && clock().getTime() < state.until;
    },
    noteReached: (party) => void states.delete(party),
    noteLost(party) {
      const failures = (states.get(party)?.failures ?? 0) + 1;
      states.set(party, { failures, until: clock().getTime() + pause_ms });
    },
  };
}
