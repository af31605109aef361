import { useStore } from 'zustand';
import aiWords from 'virtual:locale/site_ai';
import type { SiteAiPerson } from '@kaike/shared/contracts/site/site';
import * as site from '@kaike/shared/contracts/site/site';
import { call } from '../../../../api/client.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { speakNow, stopReading, useCanRead, voiceStore } from '../../../ai/talk/public.ts';

/** Lets visitors hear the voice of a teacher; nothing where neither the school nor the browser has one. */
export function SampleButton({ person }: { person: SiteAiPerson }) {
  const t = aiWords.useT();
  const { id, name, sample, language, speech_rate: rate, voice_by: provider } = person;
  const canRead = useCanRead(language, { provider });
  // A sample is no message: negative ids are of persons.
  const isReading = useStore(voiceStore, (state) => state.reading?.message_id === -id);
  if (!canRead || sample === '') return null;
  const read = (): void => {
    if (isReading) return void stopReading();
    const ask = () => call(site.synthesizeSiteSample, { params: { id }, quiet: true });
    speakNow({ message_id: -id, text: sample, language, rate, ask });
  };
  return (
    <Button aria-label={t('site_ai.peoples.sample_of', { name })} aria-pressed={isReading} onClick={read}>
      <Icon name={isReading ? 'pause' : 'volume'} />
      {t(isReading ? 'site_ai.peoples.stop' : 'site_ai.peoples.sample')}
    </Button>
  );
}
