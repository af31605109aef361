import { useState } from 'react';
import { Link } from 'react-router';
import talkWords from 'virtual:locale/talk';
import type { TalkScene } from '@kaike/shared/contracts/ai/ai-talk';
import { formatSpan } from '@kaike/shared/kit/format';
import { ScenePicture } from '../../../app/components/scene-picture.tsx';
import { LoadFailure } from '../../../app/loading/load-failure.tsx';
import { useTitle } from '../../../app/use-title.ts';
import { useLocale } from '../../../app/wording.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { EmptyState, PageHeader, Skeleton } from '../../../ui/parts.tsx';
import { Balance } from './home/balance.tsx';
import { ChineseChoice } from './home/chinese-choice.tsx';
import { MinorNote } from './home/minor-note.tsx';
import { VoiceConsent } from './home/voice-consent.tsx';
import { Missing } from './home/missing.tsx';
import { SceneSheet } from './home/scene-sheet.tsx';
import { Teachers } from './home/teachers.tsx';
import { LevelCard } from './level/level-card.tsx';
import { MemoryLink } from './memory/link.tsx';
import { usePeoples, useProgress, useScenes, useSeconds, useTalkSettings } from './talk.queries.ts';
import css from './talk.module.css';

function Scene({ scene, onOpen }: { scene: TalkScene; onOpen: () => void }) {
  const t = talkWords.useT();
  const { goals, best, minutes, active_chat: active, is_free } = scene;
  const count = goals.length;
  return (
    <li>
      <button type="button" className={css['scene']} onClick={onOpen}>
        <ScenePicture picture={scene.picture} />
        <strong>{scene.name}</strong>
        <span className={css['meta']}>
          {t('talk.minutes', { count: minutes })} ·{' '}
          {active
            ? t('talk.home.active')
            : is_free
              ? t('talk.home.free')
              : best === null
                ? t('talk.home.never')
                : t('talk.home.best', { done: best, count })}
        </span>
        <span className={css['steps']} aria-hidden="true">
          {goals.map(({ text }, index) => (
            <i key={text} data-done={index < (best ?? 0)} />
          ))}
        </span>
      </button>
    </li>
  );
}

function Scenes({ scenes, onOpen }: { scenes: readonly TalkScene[] | undefined; onOpen: (scene: TalkScene) => void }) {
  const t = talkWords.useT();
  return (
    <section aria-busy={!scenes}>
      <h2>{t('talk.home.scenes')}</h2>
      {/* What is below comes into view only when it keeps its place. */}
      {scenes ? null : <Skeleton height="100vh" />}
      {scenes?.length === 0 ? (
        <EmptyState icon="user" title={t('talk.home.scenes_none')} text={t('talk.home.scenes_none_text')} />
      ) : null}
      <ul className={css['scenes']}>
        {scenes?.map((scene) => (
          <Scene key={scene.template_id} scene={scene} onOpen={() => onOpen(scene)} />
        ))}
      </ul>
    </section>
  );
}

/** The talk that goes on. */
function Continue({ scene }: { scene: TalkScene }) {
  const t = talkWords.useT();
  return (
    <section className={css['lifted']}>
      <div>
        <p className={css['meta']}>{t('talk.home.continue_title')}</p>
        <h2>{scene.name}</h2>
      </div>
      <Link className={buttonClass('primary', true)} to={`/home/ai-teacher/talks/${scene.active_chat?.id ?? 0}`}>
        {t('talk.home.continue')}
      </Link>
    </section>
  );
}

/** Words that are due, and the talks so far. */
function Ways() {
  const t = talkWords.useT();
  const locale = useLocale();
  const { data } = useProgress();
  const due = data?.words.due ?? 0;
  return (
    <nav aria-label={t('talk.title')}>
      <ul className={css['list']}>
        <li>
          <Link className={css['goalRow']} to="/home/ai-teacher/words">
            <strong>{t('talk.home.review')}</strong>
            <span className={css['meta']}>
              {due > 0 ? t('talk.home.review_due', { count: due }) : t('talk.home.review_none')}
            </span>
            <Icon name="right" />
          </Link>
        </li>
        <li>
          <Link className={css['goalRow']} to="/home/ai-teacher/talks">
            <strong>{t('talk.home.history')}</strong>
            {data && data.talks > 0 ? (
              <span className={css['meta']}>
                {t('talk.home.progress', { talks: data.talks, time: formatSpan(data.talk_sec, locale) })}
              </span>
            ) : null}
            <Icon name="right" />
          </Link>
        </li>
        <MemoryLink />
      </ul>
    </nav>
  );
}

/** Home of the teacher: go on, choose a scene, and what it costs. */
export function TeacherHomePage() {
  const t = talkWords.useT();
  const scenes = useScenes();
  const peoples = usePeoples();
  const { data: settings } = useTalkSettings();
  const { data: seconds } = useSeconds();
  const [open, setOpen] = useState<TalkScene | null>(null);
  useTitle(t('talk.title'));
  const list = scenes.data?.scenes;
  if (scenes.isError && !list) return <LoadFailure error={scenes.error} retry={() => void scenes.refetch()} />;
  const active = list?.find(({ active_chat: chat }) => chat !== null);
  return (
    <div className={css['root']}>
      <div>
        <PageHeader title={t('talk.title')} />
        <Balance seconds={seconds} />
        <MinorNote settings={settings} />
      </div>
      {active ? <Continue scene={active} /> : null}
      <Scenes scenes={list} onOpen={setOpen} />
      <Ways />
      <LevelCard />
      <ChineseChoice />
      <Teachers offer={peoples.data} settings={settings} />
      {settings?.voice_consent ? <VoiceConsent consent={settings.voice_consent} /> : null}
      {settings ? <Missing capabilities={settings.capabilities} /> : null}
      <SceneSheet
        scene={open}
        peoples={peoples.data?.peoples ?? []}
        cefr={settings?.cefr ?? 'A1'}
        onClose={() => setOpen(null)}
      />
    </div>
  );
}
