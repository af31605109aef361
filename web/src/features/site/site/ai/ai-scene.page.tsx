import { lazy, Suspense, useCallback } from 'react';
import { Link, useParams } from 'react-router';
import aiWords from 'virtual:locale/site_ai';
import type { SiteAiScene } from '@kaike/shared/contracts/site/site';
import * as site from '@kaike/shared/contracts/site/site';
import { call } from '../../../../api/client.ts';
import { ScenePicture } from '../../../../app/components/scene-picture.tsx';
import { useMayJoin } from '../../../../app/config.ts';
import { useSession } from '../../../../app/session.ts';
import { useTitle } from '../../../../app/use-title.ts';
import { useLocale } from '../../../../app/wording.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Card, Skeleton } from '../../../../ui/parts.tsx';
import { RecordStates } from '../records/record-states.tsx';
import { useRecord } from '../records/use-record.ts';
import { SiteFrame } from '../site-frame.tsx';
import css from '../site.module.css';
import { SceneFacts } from './ai-scenes.page.tsx';
import ai from './ai.module.css';

const Trial = lazy(async () => ({ default: (await import('./trial.tsx')).Trial }));

type Phrase = { text: string; zh: string };

const isWorded = (value: unknown): value is Phrase =>
  typeof value === 'object' && value !== null && 'text' in value && 'zh' in value;

/** The goals of a scene; those of an old one without Chinese are left out. */
function goalsIn(scene: unknown): Phrase[] {
  const goals = typeof scene === 'object' && scene !== null && 'goals' in scene ? scene.goals : [];
  return Array.isArray(goals) ? goals.filter(isWorded) : [];
}

function SceneDetail({ scene }: { scene: SiteAiScene }) {
  const t = aiWords.useT();
  const isEnglish = useLocale() === 'en';
  const isMember = useSession((state) => Boolean(state.user?.member));
  const mayJoin = useMayJoin();
  const goals = goalsIn(scene.scene);
  const list =
    goals.length > 0 ? (
      <div>
        <h2 className={css['sub']}>{t('site_ai.scenes.goals')}</h2>
        <ol className={ai['list']}>
          {goals.map(({ text, zh }) => (
            <li key={text}>{isEnglish ? text : zh}</li>
          ))}
        </ol>
      </div>
    ) : null;
  return (
    <>
      <div className={ai['sceneHead']}>
        <ScenePicture picture={scene.picture} />
        <div>
          <h1 className={css['title']}>{scene.name}</h1>
          <SceneFacts scene={scene} />
        </div>
      </div>
      {scene.is_trial && !isMember ? (
        <Suspense fallback={<Skeleton height={200} />}>
          <Trial sceneId={scene.id}>{list}</Trial>
        </Suspense>
      ) : (
        <Card className={ai['trial'] ?? ''}>
          {list}
          {isMember ? null : <p>{t('site_ai.scenes.members_only')}</p>}
          <div className={css['actions']}>
            {isMember ? (
              <Link className={buttonClass('primary')} to="/home/ai-teacher">
                {t('site_ai.trial.talk')}
              </Link>
            ) : (
              <>
                {mayJoin ? (
                  <Link className={buttonClass('primary')} to="/open/register">
                    {t('site_ai.trial.register')}
                  </Link>
                ) : null}
                <Link className={buttonClass(mayJoin ? 'plain' : 'primary')} to="/home/ai-teacher">
                  {t('site_ai.trial.member')}
                </Link>
              </>
            )}
          </div>
        </Card>
      )}
    </>
  );
}

/** A scene: its goals, and a minute of it for visitors. */
export function AiScenePage() {
  const t = aiWords.useT();
  const id = useParams()['id'] ?? '';
  const load = useCallback(
    (signal: AbortSignal) => call(site.getAiScene, { params: { id }, signal, quiet: true }),
    [id],
  );
  const state = useRecord(load);
  useTitle(state.data?.row.name ?? t('site_ai.scenes.title'));
  return (
    <SiteFrame>
      <Link to="/open/ai-prompt-templates" className={css['back']}>
        <Icon name="left" size={18} />
        {t('site_ai.scenes.back')}
      </Link>
      <RecordStates
        state={state}
        missing={{
          title: t('site_ai.scenes.gone'),
          action: (
            <Link className={buttonClass('primary')} to="/open/ai-prompt-templates">
              {t('site_ai.scenes.back')}
            </Link>
          ),
        }}
        skeleton={[80, 200]}
      >
        {({ row }) => <SceneDetail key={row.id} scene={row} />}
      </RecordStates>
    </SiteFrame>
  );
}
