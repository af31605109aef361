import { useQuery } from '@tanstack/react-query';
import { getMemories } from '@kaike/shared/contracts/ai-memories';
import { call } from '../../../api/client.ts';

export const memoriesKey = ['talk', 'memories'];

export const useMemories = () =>
  useQuery({ queryKey: memoriesKey, queryFn: ({ signal }) => call(getMemories, { signal, quiet: true }) });
