import sceneWords from 'virtual:locale/scene_editor';
import { goalKinds, type GoalForm, type SceneForm, type ScriptForm } from '@kaike/shared/domain/ai/scene/scene-form';
import { scenePictureIn, scenePictures } from '@kaike/shared/domain/ai/scene/scene-picture';
import { ScenePicture } from '../../../../app/components/scene-picture.tsx';
import { Button, InputNumber } from '../../../../kit/widgets.ts';
import { LineBox, PatternBox, PickBox, PickSome, RemoveButton, TextBox } from './inputs.tsx';
import { removeAt, replaceAt } from './list-steps.ts';
import css from './scene.module.css';

type Props = { form: SceneForm; change: (form: SceneForm) => void };

const nameOptions = (names: readonly string[]) => [...new Set(names)].map((name) => ({ value: name, label: name }));
const intentsOf = ({ nodes }: ScriptForm): string[] =>
  nodes.flatMap(({ expect }) => expect.map(({ intent }) => intent)).filter((name) => name !== '');

type GoalProps = { goal: GoalForm; index: number; script: ScriptForm | null; onChange: (goal: GoalForm) => void };

/** How the script finds out that a goal is done. */
function GoalCheck({ goal, index, script, onChange }: GoalProps & { script: ScriptForm }) {
  const t = sceneWords.useT();
  const path = `goals[${index}].check`;
  const set = (values: string[]): void => onChange({ ...goal, values });
  return (
    <div className={css['pair']}>
      <PickBox
        path={`goals[${index}].kind`}
        label={t('scene_editor.goal.kind')}
        value={goal.kind === 'none' ? '' : goal.kind}
        options={goalKinds
          .filter((kind) => kind !== 'none')
          .map((kind) => ({ value: kind, label: t(`scene_editor.goal.kinds.${kind}`) }))}
        onChange={(next) => onChange({ ...goal, kind: goalKinds.find((kind) => kind === next) ?? 'none', values: [] })}
      />
      {goal.kind === 'intents' ? (
        <PickSome
          path={path}
          label={t('scene_editor.goal.intents')}
          values={goal.values}
          options={nameOptions([...intentsOf(script), ...goal.values])}
          onChange={set}
        />
      ) : null}
      {goal.kind === 'slot' ? (
        <PickBox
          path={path}
          label={t('scene_editor.goal.slot')}
          value={goal.values[0] ?? ''}
          options={nameOptions(script.slots.map(({ name }) => name))}
          onChange={(name) => set([name])}
        />
      ) : null}
      {goal.kind === 'any' ? (
        <PatternBox path={path} label={t('scene_editor.goal.any')} patterns={goal.values} onChange={set} />
      ) : null}
    </div>
  );
}

function Goal({ goal, index, script, onChange, remove }: GoalProps & { remove: (() => void) | null }) {
  const t = sceneWords.useT();
  const label = t('scene_editor.places.goals_item', { number: index + 1 });
  const path = `goals[${index}]`;
  return (
    <fieldset className={css['group']}>
      <legend>
        {label} {remove ? <RemoveButton what={label} remove={remove} /> : null}
      </legend>
      <div className={css['pair']}>
        <TextBox
          path={`${path}.text`}
          label={t('scene_editor.en')}
          lang="en"
          value={goal.text}
          onChange={(text) => onChange({ ...goal, text })}
        />
        <TextBox
          path={`${path}.zh`}
          label={t('scene_editor.zh')}
          value={goal.zh}
          onChange={(zh) => onChange({ ...goal, zh })}
        />
      </div>
      {script ? <GoalCheck goal={goal} index={index} script={script} onChange={onChange} /> : null}
    </fieldset>
  );
}

/** Who talks where, for how long, and what the learner should achieve. */
export function SettingPart({ form, change }: Props) {
  const t = sceneWords.useT();
  const { goals, script } = form;
  return (
    <div className={css['part']}>
      <div className={css['pair']}>
        {(['user_role', 'ai_role', 'place'] as const).map((key) => (
          <TextBox
            key={key}
            path={key}
            lang="en"
            label={t(`scene_editor.places.${key}`)}
            value={form[key]}
            onChange={(value) => change({ ...form, [key]: value })}
          />
        ))}
        <div className={css['pictured']}>
          <PickBox
            path="picture"
            label={t('scene_editor.places.picture')}
            value={form.picture}
            options={scenePictures.map((value) => ({ value, label: t(`scene_editor.pictures.${value}`) }))}
            onChange={(next) => change({ ...form, picture: scenePictureIn(next) })}
          />
          <ScenePicture picture={form.picture} />
        </div>
        <div className={css['box']}>
          <label htmlFor="minutes">{t('scene_editor.places.minutes')}</label>
          <InputNumber
            id="minutes"
            min={1}
            max={120}
            precision={0}
            value={form.minutes}
            onChange={(minutes) => change({ ...form, minutes })}
          />
        </div>
      </div>
      <h2>{t('scene_editor.places.goals')}</h2>
      {goals.map((goal, index) => (
        <Goal
          key={index}
          goal={goal}
          index={index}
          script={script}
          onChange={(next) => change({ ...form, goals: replaceAt(goals, index, next) })}
          remove={goals.length > 1 ? () => change({ ...form, goals: removeAt(goals, index) }) : null}
        />
      ))}
      <Button
        id="goals"
        disabled={goals.length >= 10}
        onClick={() => change({ ...form, goals: [...goals, { text: '', zh: '', kind: 'none', values: [] }] })}
      >
        {t('scene_editor.add_goal')}
      </Button>
    </div>
  );
}

const limits = { phrases: 50, vocabulary: 100 } as const;

/** What the learner may need to say. */
export function WordsPart({ form, change }: Props) {
  const t = sceneWords.useT();
  return (
    <div className={css['part']}>
      {(['phrases', 'vocabulary'] as const).map((key) => (
        <section key={key} className={css['lines']}>
          <h2>{t(`scene_editor.places.${key}`)}</h2>
          {form[key].map(({ text, zh }, index) => (
            <LineBox
              key={index}
              path={`${key}[${index}]`}
              label={t(`scene_editor.places.${key}_item`, { number: index + 1 })}
              line={{ en: text, zh }}
              onChange={(line) =>
                change({ ...form, [key]: replaceAt(form[key], index, { text: line.en, zh: line.zh }) })
              }
              remove={() => change({ ...form, [key]: removeAt(form[key], index) })}
            />
          ))}
          <Button
            id={key}
            disabled={form[key].length >= limits[key]}
            onClick={() => change({ ...form, [key]: [...form[key], { text: '', zh: '' }] })}
          >
            {t(`scene_editor.add_${key}`)}
          </Button>
        </section>
      ))}
    </div>
  );
}
