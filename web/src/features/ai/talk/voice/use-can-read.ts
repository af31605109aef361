import { useEffect, useState } from 'react';
import { canRead, onVoices } from './browser-voice.ts';
import { stopReading, voiceStore } from './voice.ts';

/** Whether lines can be read aloud: by the school's voice, else by this browser's. */
export function useCanRead(language: string, capability: { provider: string | null } | undefined): boolean {
  const hasServer = capability?.provider === 'vendor';
  const [isReady, setIsReady] = useState(() => canRead(language));
  useEffect(() => {
    const update = (): void => setIsReady(canRead(language));
    update();
    return onVoices(update);
  }, [language]);
  useEffect(() => voiceStore.setState({ has_server: hasServer }), [hasServer]);
  // Who leaves the page hears no more of it.
  useEffect(() => () => void stopReading(), []);
  return hasServer || (isReady && capability?.provider === 'browser');
}
