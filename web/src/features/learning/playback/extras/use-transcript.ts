import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LessonAnswer } from '@kaike/shared/contracts/learning/lessons';
import { chooseSubtitles, parseSubtitles, type Cue } from '@kaike/shared/domain/catalog/courses/subtitles';
import {
  transcriptLanguages,
  writeTranscript,
  type TranscriptLine,
} from '@kaike/shared/domain/catalog/courses/transcript';
import { useLocale } from '../../../../app/wording.ts';
import { subtitlesUrl } from '../player/subtitles-url.ts';

type Subtitles = LessonAnswer['subtitles'];

async function loadCues(lessonId: number, id: number | undefined, signal: AbortSignal): Promise<readonly Cue[]> {
  if (id === undefined) return [];
  const response = await fetch(subtitlesUrl(lessonId, id), { credentials: 'same-origin', signal });
  if (!response.ok) throw new Error(`subtitles: ${response.status}`);
  const subtitles = parseSubtitles(await response.text());
  return 'cues' in subtitles ? subtitles.cues : [];
}

export type LessonTranscript = {
  lines: readonly TranscriptLine[];
  first: string;
  second: string;
  is_loading: boolean;
  is_failed: boolean;
  refetch: () => void;
};

/** What is said in a lesson, from its subtitles: in the language being learned, with the reader's own below. */
export function useTranscript(lessonId: number, offered: Subtitles): LessonTranscript {
  const locale = useLocale();
  const { first, second } = transcriptLanguages(offered, chooseSubtitles(offered, locale));
  const { data, isError, isLoading, refetch } = useQuery({
    queryKey: ['home', 'transcript', lessonId, first?.id, second?.id],
    queryFn: ({ signal }) =>
      Promise.all([loadCues(lessonId, first?.id, signal), loadCues(lessonId, second?.id, signal)]),
    staleTime: Infinity,
  });
  const lines = useMemo(() => writeTranscript(data?.[0] ?? [], data?.[1]), [data]);
  return {
    lines,
    first: first?.language ?? '',
    second: second?.language ?? '',
    is_loading: isLoading,
    is_failed: isError,
    refetch: () => void refetch(),
  };
}
