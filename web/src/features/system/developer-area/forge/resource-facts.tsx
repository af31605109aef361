import { iconNames } from 'virtual:icon-names';
import words from 'virtual:locale/forge';
import {
  draftOperations,
  draftRoots,
  type DraftRoot,
  type ResourceDraft,
} from '@kaike/shared/domain/system/forge/draft';
import css from './forge.module.css';
import { Checks, NumberBox, SelectBox, TextBox, WordsBoxes } from './inputs.tsx';

type Props = {
  draft: ResourceDraft;
  set: (part: Partial<ResourceDraft>) => void;
  problem: (place: string) => string;
};

/** What a description says besides its fields: names, menu and operations. */
export function ResourceFacts({ draft, set, problem }: Props) {
  const t = words.useT();
  const keys = draft.fields.map(({ key }) => key).filter((key) => key !== '');
  const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  const rootOf = (value: string): DraftRoot => draftRoots.find((root) => root === value) ?? 'system';
  return (
    <>
      <div className={css['row']}>
        <TextBox
          code
          label={t('forge.name')}
          value={draft.name}
          error={problem('name')}
          onChange={(name) => set({ name })}
        />
        <SelectBox
          label={t('forge.root')}
          value={draft.root}
          options={draftRoots.map((root) => ({ value: root, label: t(`admin.menu.${root}`) }))}
          onChange={(root) => set({ root: rootOf(root) })}
        />
        <TextBox
          code
          label={t('forge.icon')}
          value={draft.icon}
          list="forge-icons"
          error={problem('icon')}
          onChange={(icon) => set({ icon })}
        />
        <datalist id="forge-icons">
          {iconNames.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
        <NumberBox
          label={t('forge.sort')}
          value={draft.sort}
          error={problem('sort')}
          onChange={(sort) => set({ sort: sort ?? 0 })}
        />
        <SelectBox
          label={t('forge.title')}
          value={draft.title}
          options={asOptions(keys)}
          error={problem('title')}
          onChange={(title) => set({ title })}
        />
        {draft.only.includes('import') ? (
          <SelectBox
            label={t('forge.import_key')}
            value={draft.import_key}
            options={asOptions(['', ...keys])}
            error={problem('import_key')}
            onChange={(key) => set({ import_key: key })}
          />
        ) : null}
      </div>
      <WordsBoxes
        label={t('forge.title_words')}
        value={draft.words}
        error={problem('words')}
        onChange={(text) => set({ words: text })}
      />
      <WordsBoxes
        label={t('forge.unit')}
        value={draft.units}
        error={problem('units')}
        onChange={(text) => set({ units: text })}
      />
      <p className="kk-muted">{t('forge.unit_hint')}</p>
      <Checks
        label={t('forge.only')}
        value={draft.only}
        all={draftOperations}
        textOf={(operation) => t(`forge.operations.${operation}`)}
        error={problem('only')}
        onChange={(only) => set({ only })}
      />
    </>
  );
}
