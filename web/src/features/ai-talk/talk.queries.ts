import { useQuery } from '@tanstack/react-query';
import { getMySeconds, type MySeconds } from '@kaike/shared/contracts/ai-seconds';
import { getTalkPeoples, getTalkScenes, getTalkSettings } from '@kaike/shared/contracts/ai-talk';
import { getTalkProgress } from '@kaike/shared/contracts/ai-words';
import { call } from '../../api/client.ts';

export const settingsKey = ['talk', 'settings'];
export const wordsKey = ['talk', 'words'];
export const talksKey = ['talk', 'talks'];
export const scenesKey = ['talk', 'scenes'];
export const progressKey = ['talk', 'progress'];

export const useScenes = () =>
  useQuery({ queryKey: scenesKey, queryFn: ({ signal }) => call(getTalkScenes, { signal, quiet: true }) });
export const usePeoples = () =>
  useQuery({ queryKey: ['talk', 'peoples'], queryFn: ({ signal }) => call(getTalkPeoples, { signal, quiet: true }) });
export const useTalkSettings = () =>
  useQuery({ queryKey: settingsKey, queryFn: ({ signal }) => call(getTalkSettings, { signal, quiet: true }) });
export const useProgress = () =>
  useQuery({ queryKey: progressKey, queryFn: ({ signal }) => call(getTalkProgress, { signal, quiet: true }) });
/** Whether the member has time to talk; assumed until it is known. */
export const hasTime = (seconds: MySeconds | undefined): boolean =>
  !seconds || seconds.seconds_left + seconds.free_sec_today > 0;
export const useSeconds = () =>
  useQuery({
    queryKey: ['account', 'ai-seconds'],
    queryFn: ({ signal }) => call(getMySeconds, { signal, quiet: true }),
  });
