import { Link } from 'react-router';
import aiWords from 'virtual:locale/site_ai';
import type { SiteAiScene } from '@kaike/shared/contracts/site/site';
import * as site from '@kaike/shared/contracts/site/site';
import { call } from '../../../../api/client.ts';
import { ScenePicture } from '../../../../app/components/scene-picture.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Tag } from '../../../../ui/parts.tsx';
import { ListPage } from '../list-page.tsx';
import css from '../site.module.css';

const load = (signal: AbortSignal) => call(site.listAiScenes, { signal });

/** Level and length of a scene. */
export function SceneFacts({ scene: { levels, minutes } }: { scene: Pick<SiteAiScene, 'levels' | 'minutes'> }) {
  const t = aiWords.useT();
  const level = levels.length > 0 ? levels.join(' / ') : t('site_ai.scenes.any_level');
  return <span className={css['quiet']}>{`${level} · ${t('site_ai.scenes.minutes', { count: minutes })}`}</span>;
}

/** The scenes in which learners talk; those that can be tried come first. */
export function AiScenesPage() {
  const t = aiWords.useT();
  return (
    <ListPage
      title={t('site_ai.scenes.title')}
      load={load}
      empty={{
        icon: 'list',
        title: t('site_ai.scenes.empty'),
        text: t('site_ai.scenes.empty_text'),
        is: ({ data }) => data.length === 0,
      }}
    >
      {({ data }) => (
        <>
          <p className={css['quiet']}>{t('site_ai.scenes.text')}</p>
          <ul className={css['links']}>
            {data.map((scene) => (
              <li key={scene.id}>
                <Link className={css['link']} to={`/open/ai-prompt-templates/${scene.id}`}>
                  <ScenePicture picture={scene.picture} />
                  <span>
                    <strong>
                      {scene.name} {scene.is_trial ? <Tag tone="success">{t('site_ai.scenes.trial')}</Tag> : null}
                    </strong>
                    <SceneFacts scene={scene} />
                  </span>
                  <Icon name="right" size={18} />
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </ListPage>
  );
}
