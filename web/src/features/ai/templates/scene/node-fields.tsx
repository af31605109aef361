import sceneWords from 'virtual:locale/scene_editor';
import {
  emptyExpectation,
  type ExpectationForm,
  type NodeForm,
  type ScriptForm,
} from '@kaike/shared/domain/ai/scene/scene-form';
import { scriptLevels } from '@kaike/shared/domain/ai/scene-script';
import { Button } from '../../../../kit/widgets.ts';
import { LineBox, LineList, NameBox, PatternBox, PickBox, PickSome, RemoveButton, TextBox } from './inputs.tsx';
import { removeAt, replaceAt } from './list-steps.ts';
import css from './scene.module.css';

type Option = { value: string; label: string };
type ExpectationProps = {
  path: string;
  label: string;
  value: ExpectationForm;
  nodes: readonly Option[];
  slots: readonly Option[];
  onChange: (value: ExpectationForm) => void;
  remove: (() => void) | null;
};

/** Answers that mean the same, and what the teacher says to them. */
function Expectation({ path, label, value, nodes, slots, onChange, remove }: ExpectationProps) {
  const t = sceneWords.useT();
  return (
    <fieldset className={css['group']}>
      <legend>
        {label} {remove ? <RemoveButton what={label} remove={remove} /> : null}
      </legend>
      <div className={css['pair']}>
        <TextBox
          path={`${path}.intent`}
          lang="en"
          label={t('scene_editor.intent')}
          help={t('scene_editor.intent_help')}
          value={value.intent}
          onChange={(intent) => onChange({ ...value, intent })}
        />
        <PickBox
          path={`${path}.next`}
          label={t('scene_editor.next_here')}
          placeholder={t('scene_editor.as_node')}
          value={value.next}
          options={nodes}
          onChange={(next) => onChange({ ...value, next })}
        />
      </div>
      <PatternBox
        path={`${path}.any`}
        label={t('scene_editor.patterns')}
        patterns={value.any}
        onChange={(any) => onChange({ ...value, any })}
      />
      <LineList
        path={`${path}.reply`}
        label={t('scene_editor.reply')}
        lines={value.reply}
        least={0}
        onChange={(reply) => onChange({ ...value, reply })}
      />
      {slots.length > 0 ? (
        <PickSome
          path={`${path}.also`}
          label={t('scene_editor.also')}
          placeholder={t('scene_editor.none')}
          values={value.also}
          options={slots}
          onChange={(also) => onChange({ ...value, also })}
        />
      ) : null}
    </fieldset>
  );
}

type PartProps = {
  path: string;
  node: NodeForm;
  nodes: readonly Option[];
  slots: readonly Option[];
  onChange: (node: NodeForm) => void;
};

/** What a question expects, and what happens then. */
function Question({ path, node, nodes, slots, onChange }: PartProps) {
  const t = sceneWords.useT();
  return (
    <>
      <TextBox
        path={`${path}.task`}
        label={t('scene_editor.places.task')}
        help={t('scene_editor.task_help')}
        value={node.task}
        onChange={(task) => onChange({ ...node, task })}
      />
      <TextBox
        path={`${path}.task_en`}
        label={t('scene_editor.places.task_en')}
        help={t('scene_editor.task_en_help')}
        value={node.task_en}
        onChange={(english) => onChange({ ...node, task_en: english })}
      />
      <section className={css['lines']}>
        <h3>{t('scene_editor.models')}</h3>
        {scriptLevels.map((level) => (
          <div key={level} className={css['box']}>
            <span>{level}</span>
            <LineBox
              path={`${path}.model.${level}`}
              label={t('scene_editor.places.model', { level })}
              line={node.model[level]}
              onChange={(line) => onChange({ ...node, model: { ...node.model, [level]: line } })}
            />
          </div>
        ))}
      </section>
      <h3>{t('scene_editor.places.expects')}</h3>
      {node.expect.map((value, index) => (
        <Expectation
          key={index}
          path={`${path}.expect[${index}]`}
          label={t('scene_editor.places.expect', { number: index + 1 })}
          value={value}
          nodes={nodes}
          slots={slots}
          onChange={(next) => onChange({ ...node, expect: replaceAt(node.expect, index, next) })}
          remove={node.expect.length > 1 ? () => onChange({ ...node, expect: removeAt(node.expect, index) }) : null}
        />
      ))}
      <Button
        id={`${path}.expect`}
        className={css['add'] ?? ''}
        onClick={() => onChange({ ...node, expect: [...node.expect, emptyExpectation] })}
      >
        {t('scene_editor.add_expect')}
      </Button>
      <section className={css['lines']}>
        <h3>{t('scene_editor.else')}</h3>
        {(['rephrase', 'choices'] as const).map((key) => (
          <div key={key} className={css['box']}>
            <span>{t(`scene_editor.places.${key}`)}</span>
            <LineBox
              path={`${path}.else.${key}`}
              label={t(`scene_editor.places.${key}`)}
              line={node[key]}
              onChange={(line) => onChange({ ...node, [key]: line })}
            />
          </div>
        ))}
      </section>
      <div className={css['pair']}>
        <PickBox
          path={`${path}.next`}
          label={t('scene_editor.places.next')}
          value={node.next}
          options={nodes}
          onChange={(next) => onChange({ ...node, next })}
        />
        {slots.length > 0 ? (
          <PickBox
            path={`${path}.skip`}
            label={t('scene_editor.places.skip')}
            placeholder={t('scene_editor.never')}
            value={node.skip}
            options={slots}
            onChange={(skip) => onChange({ ...node, skip })}
          />
        ) : null}
      </div>
    </>
  );
}

type Props = {
  script: ScriptForm;
  index: number;
  onChange: (node: NodeForm) => void;
  rename: (id: string) => void;
};

/** One node of the script: what the teacher says on each level, and what follows. */
export function NodeFields({ script, index, onChange, rename }: Props) {
  const t = sceneWords.useT();
  const node = script.nodes[index];
  if (!node) return null;
  const path = `script.nodes[${index}]`;
  const others = script.nodes.filter((_one, at) => at !== index);
  const nodes = others.map(({ id, is_end }) => ({
    value: id,
    label: is_end ? t('scene_editor.end_of', { id }) : id,
  }));
  const slots = script.slots.map(({ name }) => ({ value: name, label: name }));
  return (
    <div className={css['part']}>
      <div className={css['pair']}>
        <NameBox
          key={path}
          path={`${path}.id`}
          label={t('scene_editor.places.id')}
          value={node.id}
          usedNames={others.map(({ id }) => id)}
          rename={rename}
        />
        <label className={css['check']}>
          <input
            type="checkbox"
            checked={node.is_end}
            onChange={(event) => onChange({ ...node, is_end: event.target.checked })}
          />
          {t('scene_editor.is_end')}
        </label>
      </div>
      {scriptLevels.map((level) => (
        <LineList
          key={level}
          path={`${path}.say.${level}`}
          label={t('scene_editor.places.say', { level })}
          lines={node.say[level]}
          onChange={(lines) => onChange({ ...node, say: { ...node.say, [level]: lines } })}
        />
      ))}
      {node.is_end ? null : <Question path={path} node={node} nodes={nodes} slots={slots} onChange={onChange} />}
    </div>
  );
}
