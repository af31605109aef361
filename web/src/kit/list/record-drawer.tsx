import { Button, Drawer } from 'antd';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { confirmLeave } from '../form/leave-guard.tsx';
import { RecordEditor } from '../form/record-editor.tsx';
import { KitIcon } from '../kit-icon.tsx';
import { useNarrow } from '../use-narrow.ts';
import { renderCell } from '../fields/cells.tsx';
import { urlOf, useResourceRow } from '../use-resource.ts';
import { useRecordTitle } from '../pages/use-record-title.ts';
import type { Words } from '../words/use-words.ts';

type Props = {
  definition: ResourceDefinition;
  id: number;
  words: Words;
  close: () => void;
  saved: (id: number) => void;
  tab: string;
  setTab: (tab: string) => void;
};

const statusFields = ['shown_status', 'status', 'state'];

/** The record's current state, beside its name; nothing when it has no such field. */
function StatusTag({ definition, id, words }: Pick<Props, 'definition' | 'id' | 'words'>) {
  const { data } = useResourceRow(definition, id);
  const name = statusFields.find((key) => definition.fields[key]?.choices);
  const field = name ? definition.fields[name] : undefined;
  if (!data || !name || !field || data.row[name] === undefined) return null;
  return <>{renderCell({ row: data.row, name, field, choices: data.maps[name] ?? [], t: words.t })}</>;
}

/** A row beside its list. Closing asks about unsaved changes. */
export function RecordDrawer({ definition, id, words, close, saved, tab, setTab }: Props) {
  const narrow = useNarrow();
  const [dirty, setDirty] = useState(false);
  const leave = useCallback(async () => {
    if (!dirty || (await confirmLeave(words))) close();
  }, [dirty, words, close]);
  const title = useRecordTitle(definition, id, words);
  return (
    <Drawer
      open
      title={
        <span className="kk-drawer-title">
          {title}
          {id === 0 ? null : <StatusTag definition={definition} id={id} words={words} />}
        </span>
      }
      size={narrow ? '100%' : 760}
      onClose={() => void leave()}
      destroyOnHidden
      extra={
        id === 0 ? null : (
          <Link to={`${urlOf(definition)}/${id}`} aria-label={words.t('kit.open_page')}>
            <Button type="text" icon={<KitIcon name="open" />} tabIndex={-1}>
              {narrow ? null : words.t('kit.open_page')}
            </Button>
          </Link>
        )
      }
    >
      <RecordEditor
        key={id}
        definition={definition}
        id={id}
        onDirty={setDirty}
        onSaved={(done) => {
          setDirty(false);
          saved(done);
        }}
        onAgain={() => setDirty(false)}
        onCancel={() => void leave()}
        {...(tab ? { tab } : {})}
        onTab={setTab}
      />
    </Drawer>
  );
}
