import { useEffect, useRef, useState } from 'react';
import * as aiPeoples from '@kaike/shared/contracts/ai/ai-peoples';
import { call } from '../../../api/client.ts';

type State = 'idle' | 'waiting' | 'playing';

/** Plays what the vendor makes of a text, until it ends, is stopped, or the page is left. */
export function useVoiceTrial(peopleId: number) {
  const [state, setState] = useState<State>('idle');
  const sound = useRef<HTMLAudioElement | null>(null);
  const stop = (): void => {
    sound.current?.pause();
    sound.current = null;
    setState('idle');
  };
  useEffect(() => () => sound.current?.pause(), []);
  const hear = async (body: { voice: string; sample_text: string }): Promise<void> => {
    setState('waiting');
    try {
      const { url } = await call(aiPeoples.previewVoice, { params: { id: peopleId }, body });
      const audio = new Audio(url);
      sound.current = audio;
      audio.addEventListener('ended', stop);
      await audio.play();
      setState('playing');
    } catch {
      // The client has shown why.
      stop();
    }
  };
  return { state, hear, stop };
}
