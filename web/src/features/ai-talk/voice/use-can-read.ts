import { useEffect, useState } from 'react';
import { canRead, onVoices } from './voice.ts';

/** Whether lines can be read aloud by this browser. */
export function useCanRead(language: string, capability: { provider: string | null } | undefined): boolean {
  const [isReady, setIsReady] = useState(() => canRead(language));
  useEffect(() => {
    const update = (): void => setIsReady(canRead(language));
    update();
    return onVoices(update);
  }, [language]);
  return isReady && capability?.provider === 'browser';
}
