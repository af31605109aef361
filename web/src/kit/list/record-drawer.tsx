import { Drawer } from 'antd';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { confirmLeave } from '../form/leave-guard.tsx';
import { RecordEditor } from '../form/record-editor.tsx';
import { KitIcon } from '../kit-icon.tsx';
import { useNarrow } from '../use-narrow.ts';
import { DockedRecord } from '../record/docked-record.tsx';
import { StatusTag } from '../record/record-bar.tsx';
import { titleOf } from './rows/title-of.ts';
import { urlOf, useResourceRow } from '../use-resource.ts';
import { useRecordTitle } from '../pages/use-record-title.ts';
import type { ResourceWording } from '../words/use-words.ts';

type Props = {
  definition: ResourceDefinition;
  id: number;
  words: ResourceWording;
  close: () => void;
  saved: (id: number) => void;
  tab: string;
  setTab: (tab: string) => void;
  /** The parent of a new row. */
  below?: number | null;
  /** Beside the list instead of over it. */
  docked: boolean;
};

/** The title of the row alone: what it is stands below. */
function RowTitle({ definition, id, fallback }: Pick<Props, 'definition' | 'id'> & { fallback: string }) {
  const { data } = useResourceRow(definition, id);
  return <>{data && definition.title !== 'id' ? titleOf(definition, data.row) : fallback}</>;
}

function StateOf({ definition, id, words }: Pick<Props, 'definition' | 'id' | 'words'>) {
  const { data } = useResourceRow(definition, id);
  return data ? <StatusTag definition={definition} loaded={data} words={words} /> : null;
}

/** A record beside its list, or over it where there is no room. Closing asks about unsaved changes. */
export function RecordDrawer({ definition, id, words, close, saved, tab, setTab, docked, below }: Props) {
  const narrow = useNarrow();
  const [dirty, setDirty] = useState(false);
  const leave = useCallback(async () => {
    if (!dirty || (await confirmLeave(words))) close();
  }, [dirty, words, close]);
  const title = useRecordTitle(definition, id, words);
  const isNew = id === 0;
  const head = (
    <span className="kk-drawer-title">
      {docked ? <RowTitle definition={definition} id={id} fallback={title} /> : title}
      {isNew ? null : <StateOf definition={definition} id={id} words={words} />}
    </span>
  );
  const extra = isNew ? null : (
    <Link
      className="kk-open-page"
      to={`${urlOf(definition)}/${id}`}
      title={words.t('kit.open_page')}
      aria-label={words.t('kit.open_page')}
    >
      <KitIcon name="open" />
      {narrow || docked ? null : words.t('kit.open_page')}
    </Link>
  );
  const editor = (
    <RecordEditor
      key={id}
      definition={definition}
      id={id}
      onDirty={setDirty}
      {...(isNew && below ? { initial: { parent_id: below } } : {})}
      onSaved={(done) => {
        setDirty(false);
        saved(done);
      }}
      onAgain={() => setDirty(false)}
      onCancel={() => void leave()}
      {...(tab ? { tab } : {})}
      onTab={setTab}
    />
  );
  if (docked)
    return (
      <DockedRecord
        id={id}
        title={title}
        close={() => void leave()}
        closeLabel={words.t('kit.close')}
        head={head}
        extra={extra}
      >
        {editor}
      </DockedRecord>
    );
  return (
    <Drawer open title={head} size={narrow ? '100%' : 760} onClose={() => void leave()} destroyOnHidden extra={extra}>
      {editor}
    </Drawer>
  );
}
