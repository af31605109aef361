import { useState } from 'react';
import { useNavigate } from 'react-router';
import talkWords from 'virtual:words/talk';
import { startChat, type TalkPeople, type TalkScene } from '@kaike/shared/contracts/ai-talk';
import { cefrLevels, type CefrLevel } from '@kaike/shared/domain/people/people';
import { call } from '../../../api/client.ts';
import { createRequestKeys } from '../../../api/request-key.ts';
import { useLocale } from '../../../app/wording.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { pageLease } from '../session/page-lease.ts';
import { showError } from '../show-error.ts';
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
            <span lang="en">{text}</span> <span className={css['meta']}>{zh}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What the scene is about, and with whom and on which level it starts. */
function SceneStart({ scene, peoples, cefr }: { scene: TalkScene; peoples: readonly TalkPeople[]; cefr: CefrLevel }) {
  const t = talkWords.useT();
  const isEnglish = useLocale() === 'en';
  const navigate = useNavigate();
  const [keys] = useState(createRequestKeys);
  const [level, setLevel] = useState(cefr);
  const [personId, setPersonId] = useState(scene.active_chat?.people_id ?? 0);
  const [isBusy, setIsBusy] = useState(false);
  const able = peoples.filter((one) => speaks(one, level));
  const person = able.find(({ id }) => id === personId) ?? able[0];
  const start = async (): Promise<void> => {
    if (!person) return;
    setIsBusy(true);
    const body = { people_id: person.id, template_id: scene.template_id, cefr: level, lease: pageLease() };
    try {
      const { chat } = await call(startChat, { body: { ...body, request_id: keys.keyOf(body) }, quiet: true });
      void navigate(`/home/ai-teacher/talks/${chat.id}`);
    } catch (error) {
      showError(error);
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
      <p className={css['meta']}>{t('talk.about_cost')}</p>
      <Button look="primary" block busy={isBusy} disabled={isBusy || !person} onClick={() => void start()}>
        {t(scene.active_chat && scene.active_chat.people_id === person?.id ? 'talk.home.continue' : 'talk.home.start')}
      </Button>
    </>
  );
}

export function SceneSheet({
  scene,
  peoples,
  cefr,
  onClose,
}: {
  scene: TalkScene | null;
  peoples: readonly TalkPeople[];
  cefr: CefrLevel;
  onClose: () => void;
}) {
  const t = talkWords.useT();
  return (
    <Sheet open={scene !== null} title={scene?.name ?? ''} onClose={onClose} bottom close_label={t('talk.close')}>
      {scene ? <SceneStart key={scene.template_id} scene={scene} peoples={peoples} cefr={cefr} /> : null}
    </Sheet>
  );
}
