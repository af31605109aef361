import { useState } from 'react';
import { useSearchParams } from 'react-router';
import words from 'virtual:locale/forge';
import * as codeGeneration from '@kaike/shared/contracts/system/code-generation';
import { newField, type FieldDraft } from '@kaike/shared/domain/system/forge/draft';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../../api/client.ts';
import { Loaded } from '../loaded.tsx';
import { FieldEditor } from './field-editor.tsx';
import css from './forge.module.css';
import { SelectBox } from './inputs.tsx';
import { PreviewView } from './preview-view.tsx';
import { usePreview } from './use-preview.ts';
import { WrittenView } from './written-view.tsx';

function AddField({ resources }: Pick<ResponseOf<typeof codeGeneration.listDraftTables>, 'resources'>) {
  const t = words.useT();
  const [params, setParams] = useSearchParams();
  const name = params.get('resource') ?? '';
  const [field, setField] = useState<FieldDraft>(newField);
  const state = usePreview(field, {
    preview: (draft) => call(codeGeneration.previewField, { params: { name }, body: { draft } }),
    write: (body) => call(codeGeneration.writeField, { params: { name }, body }),
    onWritten: () => setParams({ tab: 'add_field', written: name }),
  });
  const groups = resources.find((one) => one.name === name)?.groups ?? [];
  const problem = (part: string): string => {
    const reason = state.preview?.problems.find(({ place }) => place === `fields.0.${part}`)?.reason;
    return reason === undefined ? '' : t(`forge.reasons.${reason}`);
  };
  return (
    <>
      <div className={css['row']}>
        <SelectBox
          label={t('forge.resource')}
          value={name}
          options={['', ...resources.map((one) => one.name)].map((value) => ({ value, label: value }))}
          onChange={(resource) => {
            const group = resources.find((one) => one.name === resource)?.groups[0] ?? '';
            setField({ ...field, group });
            setParams({ tab: 'add_field', resource });
          }}
        />
      </div>
      {name === '' ? null : (
        <>
          <FieldEditor
            field={field}
            onChange={setField}
            groups={groups}
            resources={resources.map((one) => one.name)}
            problem={problem}
          />
          <PreviewView {...state} />
        </>
      )}
    </>
  );
}

/** One field more for a definition that exists. */
export function FieldTab() {
  const [params] = useSearchParams();
  const written = params.get('written');
  return (
    <div className={css['forge']}>
      {written === null ? null : <WrittenView name={written} />}
      <Loaded contract={codeGeneration.listDraftTables}>{({ resources }) => <AddField resources={resources} />}</Loaded>
    </div>
  );
}
