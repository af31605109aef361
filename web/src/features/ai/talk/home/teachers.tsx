import { useStore } from 'zustand';
import talkWords from 'virtual:locale/talk';
import type { TalkPeople, TalkSettings } from '@kaike/shared/contracts/ai/ai-talk';
import * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../../api/client.ts';
import { Button } from '../../../../ui/button.tsx';
import { Avatar } from '../../../../app/components/portrait.tsx';
import { Tag } from '../../../../ui/parts.tsx';
import { useCanRead } from '../voice/use-can-read.ts';
import { speakNow, stopReading, voiceStore } from '../voice/voice.ts';
import css from '../talk.module.css';

function Teacher({ person, settings }: { person: TalkPeople; settings: TalkSettings | undefined }) {
  const t = talkWords.useT();
  const canRead = useCanRead(person.language, settings?.capabilities.read_text);
  // A sample is no message: negative ids are of persons.
  const isReading = useStore(voiceStore, (state) => state.reading?.message_id === -person.id);
  const read = (): void => {
    if (isReading) return void stopReading();
    const { id, sample, language, speech_rate: rate } = person;
    const ask = () => call(aiTalk.synthesizeSample, { params: { id }, quiet: true });
    speakNow({ message_id: -id, text: sample, language, rate, ask });
  };
  return (
    <li className={css['person']}>
      <Avatar name={person.name} src={person.avatar} gender={person.gender} size={64} />
      <div>
        <strong>{person.name}</strong> <Tag tone="outline">{t('talk.ai_teacher')}</Tag>
        <p className={css['meta']}>
          {[person.accent, `${person.cefr_min}–${person.cefr_max}`].filter(Boolean).join(' · ')}
        </p>
      </div>
      {canRead && person.sample ? (
        <Button aria-label={t('talk.home.sample_of', { name: person.name })} onClick={read}>
          {t(isReading ? 'talk.home.stop_sample' : 'talk.home.sample')}
        </Button>
      ) : null}
    </li>
  );
}

type TalkTeachers = ResponseOf<typeof aiTalk.listTalkPeoples>;

const none: TalkTeachers = { peoples: [], adults_only: 0 };

/** The teachers, each with a sample of the voice; those that this learner is too young for are only counted. */
export function Teachers({
  offer = none,
  settings,
}: {
  offer: TalkTeachers | undefined;
  settings: TalkSettings | undefined;
}) {
  const { peoples, adults_only } = offer;
  const t = talkWords.useT();
  if (peoples.length === 0 && adults_only === 0) return null;
  return (
    <section>
      <h2>{t('talk.home.peoples')}</h2>
      <ul className={css['list']}>
        {peoples.map((person) => (
          <Teacher key={person.id} person={person} settings={settings} />
        ))}
      </ul>
      {adults_only > 0 ? <p className={css['meta']}>{t('talk.home.adults_only', { count: adults_only })}</p> : null}
    </section>
  );
}
