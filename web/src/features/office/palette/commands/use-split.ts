import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RecordMatch } from '@kaike/shared/contracts/office/palette';
import * as palette from '@kaike/shared/contracts/office/palette';
import { call } from '../../../../api/client.ts';

const shortest = 2;

/** Whether one of the texts of a command contains the verb that was typed. */
export const isAbout = (verb: string, texts: readonly string[]): boolean =>
  texts.some((text) => text.toLowerCase().includes(verb.toLowerCase()));

/** A text as a verb and the record it is for; the verb comes first. Null when it is one word. */
export function splitVerb(text: string): { verb: string; rest: string } | null {
  const [, verb = '', rest = ''] = /^(\S{2,})\s+(\S.*)$/.exec(text.trim()) ?? [];
  return verb !== '' && rest.trim().length >= shortest && !/\d/.test(verb) ? { verb, rest: rest.trim() } : null;
}

/** The records of a text that begins with a verb, once the whole text has found none. The same object until one of them changes. */
export function useSplit(
  text: string,
  isUnknown: boolean,
): { verb: string; rows: readonly RecordMatch[] | undefined; busy: boolean } {
  const parts = isUnknown ? splitVerb(text) : null;
  const { data, isFetching } = useQuery({
    queryKey: ['palette', 'records', parts?.rest ?? ''],
    enabled: parts !== null,
    staleTime: 10_000,
    gcTime: 10_000,
    retry: false,
    queryFn: () => call(palette.searchRecords, { body: { text: (parts?.rest ?? '').slice(0, 100) } }),
  });
  const verb = parts?.verb ?? '';
  const rows = parts ? data?.data : undefined;
  return useMemo(() => ({ verb, rows, busy: isFetching }), [verb, rows, isFetching]);
}
