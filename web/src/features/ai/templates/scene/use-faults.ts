import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as aiPromptTemplates from '@kaike/shared/contracts/ai/ai-prompt-templates';
import type { SceneForm } from '@kaike/shared/domain/ai/scene/scene-form';
import { sceneGaps } from '@kaike/shared/domain/ai/scene/scene-gaps';
import { call } from '../../../../api/client.ts';
import { useDebounced } from '../../../../kit/fields/use-debounced.ts';

export type Fault = { place: string; code: string };

const nothing: readonly Fault[] = [];

/** What is wrong with the scene: what is empty at once, the rest once typing pauses. `isChecked` is false until the server has answered. */
export function useFaults(form: SceneForm, scene: unknown): { faults: readonly Fault[]; isChecked: boolean } {
  const gaps = useMemo(() => sceneGaps(form).map((place): Fault => ({ place, code: 'gap' })), [form]);
  const json = JSON.stringify(scene);
  const text = useDebounced(json);
  const { data } = useQuery({
    queryKey: ['ai-prompt-templates', 'faults', text],
    enabled: gaps.length === 0,
    staleTime: Infinity,
    gcTime: 60_000,
    queryFn: ({ signal }) => {
      const body: { scene: unknown } = { scene: JSON.parse(text) };
      return call(aiPromptTemplates.checkScene, { body, signal, quiet: true });
    },
  });
  if (gaps.length > 0) return { faults: gaps, isChecked: true };
  const isChecked = data !== undefined && text === json;
  return { faults: isChecked ? data.faults : nothing, isChecked };
}
