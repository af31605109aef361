import words from 'virtual:locale/forge';
import {
  draftKinds,
  draftPlaces,
  noWords,
  type DraftChoice,
  type DraftKind,
  type FieldDraft,
} from '@kaike/shared/domain/system/forge/draft';
import { Button } from '../../../../ui/button.tsx';
import css from './forge.module.css';
import { CheckBox, Checks, NumberBox, SelectBox, TextBox, WordsBoxes } from './inputs.tsx';

type Props = {
  field: FieldDraft;
  onChange: (field: FieldDraft) => void;
  groups: readonly string[];
  resources: readonly string[];
  /** The problem of a part of the field, such as `key`; empty when there is none. */
  problem: (part: string) => string;
};

function Choices({ field, onChange, problem }: Pick<Props, 'field' | 'onChange' | 'problem'>) {
  const t = words.useT();
  const set = (choices: DraftChoice[]): void => onChange({ ...field, choices });
  const change = (index: number, part: Partial<DraftChoice>): void =>
    set(field.choices.map((choice, at) => (at === index ? { ...choice, ...part } : choice)));
  return (
    <div className={css['choices']}>
      {field.choices.map((choice, index) => (
        // Choices have no other name while they are typed.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={css['choice']}>
          <TextBox
            code
            label={t('forge.choice')}
            value={choice.key}
            error={problem(`choices.${index}`)}
            onChange={(key) => change(index, { key, value: key })}
          />
          <WordsBoxes
            label={t('forge.words')}
            value={choice.words}
            onChange={(text) => change(index, { words: text })}
          />
          <Button look="ghost" onClick={() => set(field.choices.filter((_one, at) => at !== index))}>
            {t('forge.remove')}
          </Button>
        </div>
      ))}
      <div className={css['row']}>
        <Button onClick={() => set([...field.choices, { key: '', value: '', words: noWords() }])}>
          {t('forge.add_choice')}
        </Button>
        <span className={css['problem']}>{problem('choices')}</span>
      </div>
    </div>
  );
}

const bounded = new Set<DraftKind>([
  'text',
  'long_text',
  'rich_text',
  'url',
  'integer',
  'decimal',
  'money',
  'duration',
]);
const startless = new Set<DraftKind>(['relation', 'tags', 'images', 'image', 'file']);

/** One field of a description. */
export function FieldEditor({ field, onChange, groups, resources, problem }: Props) {
  const t = words.useT();
  const set = (part: Partial<FieldDraft>): void => onChange({ ...field, ...part });
  const kindOf = (value: string): DraftKind => draftKinds.find((kind) => kind === value) ?? 'text';
  return (
    <div className={css['editor']}>
      <div className={css['row']}>
        <TextBox
          code
          label={t('forge.key')}
          value={field.key}
          error={problem('key')}
          onChange={(key) => set({ key })}
        />
        <SelectBox
          label={t('forge.kind')}
          value={field.kind}
          options={draftKinds.map((kind) => ({ value: kind, label: t(`forge.kinds.${kind}`) }))}
          onChange={(kind) => set({ kind: kindOf(kind) })}
        />
        {field.kind === 'relation' ? (
          <SelectBox
            label={t('forge.relation')}
            value={field.resource}
            options={['', ...resources].map((value) => ({ value, label: value }))}
            error={problem('resource')}
            onChange={(resource) => set({ resource })}
          />
        ) : null}
        <SelectBox
          label={t('forge.group')}
          value={field.group}
          options={['', ...groups].map((value) => ({ value, label: value === '' ? t('forge.no_group') : value }))}
          error={problem('group')}
          onChange={(group) => set({ group })}
        />
        {bounded.has(field.kind) ? (
          <>
            <NumberBox label={t('forge.min')} value={field.min} onChange={(min) => set({ min })} />
            <NumberBox
              label={t('forge.max')}
              value={field.max}
              error={problem('max')}
              onChange={(max) => set({ max })}
            />
          </>
        ) : null}
        {startless.has(field.kind) ? null : (
          <TextBox
            label={t('forge.initial')}
            value={field.initial}
            error={problem('initial')}
            onChange={(initial) => set({ initial })}
          />
        )}
        <CheckBox label={t('forge.required')} value={field.is_required} onChange={(one) => set({ is_required: one })} />
      </div>
      <WordsBoxes
        label={t('forge.label')}
        value={field.words}
        error={problem('words')}
        onChange={(text) => set({ words: text })}
      />
      {field.kind === 'choice' ? <Choices field={field} onChange={onChange} problem={problem} /> : null}
      <Checks
        label={t('forge.place')}
        value={field.places}
        all={draftPlaces}
        textOf={(place) => t(`forge.places.${place}`)}
        error={problem('places')}
        onChange={(places) => set({ places })}
      />
    </div>
  );
}
