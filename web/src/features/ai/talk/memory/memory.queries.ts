import { useQuery } from '@tanstack/react-query';
import * as aiMemories from '@kaike/shared/contracts/ai/ai-memories';
import { call } from '../../../../api/client.ts';

export const memoriesKey = ['talk', 'memories'];

export const useMemories = () =>
  useQuery({ queryKey: memoriesKey, queryFn: ({ signal }) => call(aiMemories.listMemories, { signal, quiet: true }) });
