import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import words from 'virtual:locale/forge';
import * as codeGeneration from '@kaike/shared/contracts/system/code-generation';
import {
  newDraft,
  newField,
  noWords,
  type FieldDraft,
  type ResourceDraft,
} from '@kaike/shared/domain/system/forge/draft';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../../api/client.ts';
import { Button } from '../../../../ui/button.tsx';
import { Loaded } from '../loaded.tsx';
import { FieldEditor } from './field-editor.tsx';
import css from './forge.module.css';
import { SelectBox, TextBox, WordsBoxes } from './inputs.tsx';
import { PreviewView } from './preview-view.tsx';
import { ResourceFacts } from './resource-facts.tsx';
import { usePreview } from './use-preview.ts';
import { WrittenView } from './written-view.tsx';

type DraftProps = {
  draft: ResourceDraft;
  set: (part: Partial<ResourceDraft>) => void;
  problem: (place: string) => string;
};

function Groups({ draft: { groups }, set, problem }: DraftProps) {
  const t = words.useT();
  const change = (index: number, part: Partial<ResourceDraft['groups'][number]>): void =>
    set({ groups: groups.map((group, at) => (at === index ? { ...group, ...part } : group)) });
  return (
    <>
      {groups.map((group, index) => (
        // Groups have no other name while they are typed.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={css['choice']}>
          <TextBox
            code
            label={t('forge.group')}
            value={group.key}
            error={problem(`groups.${index}.key`)}
            onChange={(key) => change(index, { key })}
          />
          <WordsBoxes
            label={t('forge.words')}
            value={group.words}
            error={problem(`groups.${index}.words`)}
            onChange={(text) => change(index, { words: text })}
          />
          <Button look="ghost" onClick={() => set({ groups: groups.filter((_one, at) => at !== index) })}>
            {t('forge.remove')}
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={() => set({ groups: [...groups, { key: '', words: noWords() }] })}>
          {t('forge.add_group')}
        </Button>
      </div>
    </>
  );
}

/** A field, folded until it is new, wrong or opened. */
function FieldPart({ field, isWrong, children }: { field: FieldDraft; isWrong: boolean; children: ReactNode }) {
  const t = words.useT();
  const [isOpen, setIsOpen] = useState(field.key === '');
  if (isWrong && !isOpen) setIsOpen(true);
  return (
    <details className={css['field']} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className={css['code']}>{field.key === '' ? t('forge.new_field') : field.key}</span>
        <span className="kk-muted">{t(`forge.kinds.${field.kind}`)}</span>
        {isWrong ? <span className={css['problem']}>{t('forge.wrong')}</span> : null}
      </summary>
      {children}
    </details>
  );
}

function FieldList({
  draft: { fields, groups },
  set,
  problem,
  resources,
}: DraftProps & { resources: readonly string[] }) {
  const t = words.useT();
  const change = (index: number, next: FieldDraft | null): void =>
    set({ fields: fields.flatMap((field, at) => (at === index ? (next ?? []) : field)) });
  const moveUp = (index: number): void => {
    const [before, moved] = [fields[index - 1], fields[index]];
    if (!before || !moved) return;
    set({ fields: fields.map((field, at) => (at === index - 1 ? moved : at === index ? before : field)) });
  };
  return (
    <>
      {fields.map((field, index) => (
        // Fields have no other name while they are typed.
        // oxlint-disable-next-line react/no-array-index-key
        <FieldPart key={index} field={field} isWrong={problem(`fields.${index}`) !== ''}>
          <FieldEditor
            field={field}
            onChange={(next) => change(index, next)}
            groups={['basic', ...groups.map(({ key }) => key).filter((key) => key !== ''), 'more']}
            resources={resources}
            problem={(part) => problem(`fields.${index}.${part}`)}
          />
          <div className={css['row']}>
            {index > 0 ? <Button onClick={() => moveUp(index)}>{t('forge.up')}</Button> : null}
            <Button look="ghost" onClick={() => change(index, null)}>
              {t('forge.remove')}
            </Button>
          </div>
        </FieldPart>
      ))}
      <div>
        <Button onClick={() => set({ fields: [...fields, newField()] })}>{t('forge.add_field')}</Button>
      </div>
    </>
  );
}

function Describe({ tables, resources }: ResponseOf<typeof codeGeneration.listDraftTables>) {
  const t = words.useT();
  const [, setParams] = useSearchParams();
  const [draft, setDraft] = useState<ResourceDraft>(newDraft);
  const set = (part: Partial<ResourceDraft>): void => setDraft({ ...draft, ...part });
  const state = usePreview(draft, {
    preview: (one) => call(codeGeneration.previewResource, { body: { draft: one } }),
    write: (body) => call(codeGeneration.writeResource, { body }),
    onWritten: () => setParams({ tab: 'generate', written: draft.name }),
  });
  const problem = (place: string): string => {
    const problems = state.preview?.problems ?? [];
    const one =
      problems.find((each) => each.place === place) ?? problems.find((each) => each.place.startsWith(`${place}.`));
    return one === undefined ? '' : t(`forge.reasons.${one.reason}`);
  };
  const start = async (table: string): Promise<void> =>
    setDraft(table === '' ? newDraft() : (await call(codeGeneration.getTableDraft, { params: { table } })).draft);
  return (
    <>
      <div className={css['row']}>
        <SelectBox
          label={t('forge.start')}
          value={draft.has_table ? draft.name.replaceAll('-', '_') : ''}
          options={[{ value: '', label: t('forge.new_table') }, ...tables.map((value) => ({ value, label: value }))]}
          onChange={(table) => void start(table)}
        />
      </div>
      <ResourceFacts draft={draft} set={set} problem={problem} />
      <h2>{t('forge.groups')}</h2>
      <Groups draft={draft} set={set} problem={problem} />
      <h2>{t('forge.fields')}</h2>
      <FieldList draft={draft} set={set} problem={problem} resources={resources.map(({ name }) => name)} />
      <PreviewView {...state} />
    </>
  );
}

/** A resource described in the browser, shown as the files it becomes, and written. */
export function ResourceTab() {
  const [params] = useSearchParams();
  const written = params.get('written');
  return (
    <div className={css['forge']}>
      {written === null ? null : <WrittenView name={written} />}
      <Loaded contract={codeGeneration.listDraftTables}>{(sources) => <Describe {...sources} />}</Loaded>
    </div>
  );
}
