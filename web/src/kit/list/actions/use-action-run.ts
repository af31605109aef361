import { useEffect, useRef } from 'react';
import type { ActionProps } from './action-props.ts';
import type { TargetFigures } from './bulk-target.ts';
import { reverseState } from './offers.ts';

/** One row, no input and undo available: needs no dialog, unless the server returns notes. */
export const isPlain = ({ definition, name, preset, target }: ActionProps, fields: readonly unknown[]): boolean =>
  fields.length === 0 &&
  target.matching === null &&
  target.rows.length === 1 &&
  reverseState(definition, { name, preset }, target.rows) !== null;

/** Runs a plain action once the server returns no notes; returns whether the dialog stays hidden. */
export function useImmediateRun({
  plain,
  figures,
  error,
  run,
  close,
}: {
  plain: boolean;
  figures: TargetFigures | undefined;
  error: Error | null;
  run: () => Promise<void>;
  close: () => void;
}): boolean {
  const isAway =
    plain &&
    error === null &&
    (figures === undefined || (figures.offered > 0 && !figures.notes?.length && !figures.context?.length));
  const latest = useRef({ run, close });
  latest.current = { run, close };
  const isRun = useRef(false);
  const isDue = isAway && figures !== undefined;
  useEffect(() => {
    if (!isDue || isRun.current) return;
    isRun.current = true;
    void latest.current.run().then(() => latest.current.close());
  }, [isDue]);
  return isAway;
}
