import { useQuery } from '@tanstack/react-query';
import type { MySeconds } from '@kaike/shared/contracts/ai/ai-seconds';
import * as aiSeconds from '@kaike/shared/contracts/ai/ai-seconds';
import * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import * as aiWords from '@kaike/shared/contracts/ai/ai-words';
import { call } from '../../../api/client.ts';

export const settingsKey = ['talk', 'settings'];
export const wordsKey = ['talk', 'words'];
export const talksKey = ['talk', 'talks'];
export const scenesKey = ['talk', 'scenes'];
export const progressKey = ['talk', 'progress'];

export const useScenes = () =>
  useQuery({ queryKey: scenesKey, queryFn: ({ signal }) => call(aiTalk.listTalkScenes, { signal, quiet: true }) });
export const usePeoples = () =>
  useQuery({
    queryKey: ['talk', 'peoples'],
    queryFn: ({ signal }) => call(aiTalk.listTalkPeoples, { signal, quiet: true }),
  });
export const useTalkSettings = () =>
  useQuery({ queryKey: settingsKey, queryFn: ({ signal }) => call(aiTalk.getTalkSettings, { signal, quiet: true }) });
export const useProgress = () =>
  useQuery({ queryKey: progressKey, queryFn: ({ signal }) => call(aiWords.getTalkProgress, { signal, quiet: true }) });
/** Whether the member has time to talk; assumed until it is known. */
export const hasTime = (seconds: MySeconds | undefined): boolean =>
  !seconds || seconds.seconds_left + seconds.free_sec_today > 0;
export const useSeconds = () =>
  useQuery({
    queryKey: ['account', 'ai-seconds'],
    queryFn: ({ signal }) => call(aiSeconds.getMySeconds, { signal, quiet: true }),
  });
