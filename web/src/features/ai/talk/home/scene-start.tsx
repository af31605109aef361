import { useState } from 'react';
import { useNavigate } from 'react-router';
import talkWords from 'virtual:locale/talk';
import type { TalkPeople, TalkScene } from '@kaike/shared/contracts/ai/ai-talk';
import * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import { cefrLevels, type CefrLevel } from '@kaike/shared/domain/people/people';
import { call } from '../../../../api/client.ts';
import { createRequestKeys } from '../../../../api/request-key.ts';
import { useLocale } from '../../../../app/wording.ts';
import { Button } from '../../../../ui/button.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { Chinese } from '../chinese.tsx';
import { pageLease } from '../session/page-lease.ts';
import { toastError } from '../toast-error.ts';
import { hasTime, useSeconds } from '../talk.queries.ts';
import { MoreTime } from './more-time.tsx';
import css from '../talk.module.css';

const rank = (level: CefrLevel): number => cefrLevels.indexOf(level);
const speaks = ({ cefr_min: min, cefr_max: max }: TalkPeople, level: CefrLevel): boolean =>
  rank(min) <= rank(level) && rank(level) <= rank(max);

/** English with its Chinese, folded away. */
function Pairs({ title, pairs }: { title: string; pairs: TalkScene['phrases'] }) {
  if (pairs.length === 0) return null;
  return (
    <details>
      <summary className={css['fold']}>{title}</summary>
      <ul className={css['pairs']}>
        {pairs.map(({ text, zh }) => (
          <li key={text}>
            <span lang="en">{text}</span> <Chinese look="meta">{zh}</Chinese>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What a talk costs, or that there is no time for one and what helps. */
function Cost({ hasTime: canTalk }: { hasTime: boolean }) {
  const t = talkWords.useT();
  if (canTalk) return <p className={css['meta']}>{t('talk.about_cost')}</p>;
  return (
    <div className={css['problem']} role="status">
      <div>
        <strong>{t('talk.left_none')}</strong>
        <MoreTime />
      </div>
    </div>
  );
}

type Props = {
  scene: TalkScene;
  peoples: readonly TalkPeople[];
  cefr: CefrLevel;
  /** The lesson that the talk belongs to. */
  lessonId?: number;
};

/** What the scene is about, and with whom and on which level it starts. */
export function SceneStart({ scene, peoples, cefr, lessonId }: Props) {
  const t = talkWords.useT();
  const isEnglish = useLocale() === 'en';
  const navigate = useNavigate();
  const [keys] = useState(createRequestKeys);
  const [level, setLevel] = useState(cefr);
  const [personId, setPersonId] = useState(scene.active_chat?.people_id ?? 0);
  const [isBusy, setIsBusy] = useState(false);
  const canTalk = hasTime(useSeconds().data);
  const able = peoples.filter((one) => speaks(one, level));
  const person = able.find(({ id }) => id === personId) ?? able[0];
  const start = async (): Promise<void> => {
    if (!person) return;
    setIsBusy(true);
    const source = lessonId === undefined ? { template_id: scene.template_id } : { lesson_id: lessonId };
    const body = { people_id: person.id, ...source, cefr: level, lease: pageLease() };
    try {
      const { chat } = await call(aiTalk.startChat, { body: { ...body, request_id: keys.keyOf(body) }, quiet: true });
      void navigate(`/home/ai-teacher/talks/${chat.id}`);
    } catch (error) {
      toastError(error);
      setIsBusy(false);
    }
  };
  return (
    <>
      <p>{(isEnglish ? scene.intro.en : scene.intro.zh) || t('talk.home.free_intro')}</p>
      <div hidden={scene.is_free}>
        <p className={css['meta']}>{t('talk.goals')}</p>
        <ol className={css['pairs']}>
          {scene.goals.map(({ text, zh }, index) => (
            <li key={text}>
              {index + 1}. {isEnglish ? text : zh}
            </li>
          ))}
        </ol>
      </div>
      {isEnglish ? (
        <p className={css['meta']}>
          {t('talk.role')} {scene.user_role} · {t('talk.place')} {scene.place}
        </p>
      ) : null}
      <Pairs title={t('talk.home.phrases')} pairs={scene.phrases} />
      <Pairs title={t('talk.home.words')} pairs={scene.vocabulary} />
      <SelectField
        label={t('talk.level')}
        value={level}
        options={cefrLevels.map((value) => ({ value, label: t(`talk.levels.${value}`) }))}
        onChange={(value) => setLevel(cefrLevels.find((one) => one === value) ?? level)}
      />
      {person ? (
        <SelectField
          label={t('talk.home.with')}
          value={String(person.id)}
          options={able.map(({ id, name, accent }) => ({
            value: String(id),
            label: accent ? `${name} · ${accent}` : name,
          }))}
          onChange={(value) => setPersonId(Number(value))}
        />
      ) : (
        <p role="status">{t('talk.home.no_people')}</p>
      )}
      {lessonId === undefined ? <Cost hasTime={canTalk} /> : null}
      <div className={lessonId === undefined ? css['pinned'] : undefined}>
        <Button
          look="primary"
          block
          busy={isBusy}
          disabled={isBusy || !person || !canTalk}
          onClick={() => void start()}
        >
          {t(
            scene.active_chat && scene.active_chat.people_id === person?.id ? 'talk.home.continue' : 'talk.home.start',
          )}
        </Button>
      </div>
    </>
  );
}
