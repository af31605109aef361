import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ActionProps } from './action-props.ts';
import { describeTarget } from './bulk-target.ts';
import { initialValues, presetValues } from './use-action-form.ts';

const typingMs = 400;

/** What the server's dry run depends on, as text: what the button has chosen, and the fields that the action names. */
function dryRunInput(
  { action: { dry_run_on: keys = [] }, preset }: ActionProps,
  values: Record<string, unknown>,
): string {
  return JSON.stringify({
    ...presetValues(preset),
    ...Object.fromEntries(keys.map((key) => [key, values[key] ?? null])),
  });
}

/** What the action would do to its rows; `is_told` once that is known, or cannot be. */
export function useDryRun(props: ActionProps) {
  const { definition, name, action, target, isChecked } = props;
  const [input, setInput] = useState(() => dryRunInput(props, initialValues(props)));
  const {
    data: figures,
    error,
    isPlaceholderData,
    refetch,
  } = useQuery({
    queryKey: [definition.name, 'target', name, target.matching, target.rows.length, input],
    gcTime: 0,
    retry: false,
    enabled: action.on === 'rows',
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const values = JSON.parse(input) as Record<string, unknown>;
      const described = await describeTarget(definition, target, {
        method: action.method,
        path: `/${name}`,
        action,
        values,
      });
      return isChecked ? { ...described, context: [] } : described;
    },
  });
  const isTold = action.on !== 'rows' || figures !== undefined || error !== null;
  return { figures, error, is_old: isPlaceholderData, is_told: isTold, refetch, setInput };
}

/** Runs it again for other values, once typing pauses. */
export function useDryRunOnPause(
  props: ActionProps,
  values: Record<string, unknown>,
  onPause: (input: string) => void,
): void {
  const input = dryRunInput(props, values);
  useEffect(() => {
    const timer = setTimeout(() => onPause(input), typingMs);
    return () => clearTimeout(timer);
  }, [input, onPause]);
}
