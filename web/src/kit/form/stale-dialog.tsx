import { Button, Modal, Radio } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Field, Fields } from '@kaike/shared/kit/field';
import { request } from '../../api/client.ts';
import { renderCell } from '../fields/cells.tsx';
import { parseRelation } from '../fields/relation/typed-text.ts';
import type { ChoiceMaps } from '../maps.ts';
import type { ResourceWording } from '../words/use-words.ts';
import type { Conflict, Side } from './use-record-form.ts';

type Option = { id: number; label: string };

/** Rows of another resource by name, then the text typed beside them; only values shown in a list have a label already. */
function Names({ resource, value, and }: { resource: string; value: unknown; and: string }) {
  const { ids: chosen, text } = parseRelation(value);
  const ids = chosen.join(',');
  const { data } = useQuery({
    queryKey: [resource, 'options-by-id', ids],
    enabled: ids !== '',
    staleTime: 30_000,
    queryFn: async () =>
      ((await request('GET', `/admin/${resource}/options`, { query: { ids } })) as { data: Option[] }).data,
  });
  const names = data?.map(({ id, label }) => label || id) ?? chosen;
  return <>{[...names, ...(text === '' ? [] : [text])].join(and)}</>;
}

type Props = {
  fields: Fields;
  conflicts: readonly Conflict[];
  words: Pick<ResourceWording, 't' | 'field'>;
  maps: ChoiceMaps;
  resolve: (choice: Record<string, Side>) => void;
};

function shownValue(
  { words, maps }: Props,
  { key, field, value }: { key: string; field: Field; value: unknown },
): ReactNode {
  const isNothing =
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  if (isNothing) return words.t('kit.not_set');
  if (field.resource) return <Names resource={field.resource} value={value} and={words.t('lists.and')} />;
  return renderCell({ row: { id: 0, [key]: value }, name: key, field, choices: maps[key] ?? [], t: words.t });
}

/** Another user saved meanwhile: for each field both changed, mine or theirs. What only one side changed is merged automatically. */
export function StaleDialog(props: Props) {
  const { fields, conflicts, words, resolve } = props;
  const { t } = words;
  const [choice, setChoice] = useState<Record<string, Side>>({});
  const all = (side: Side): void => setChoice(Object.fromEntries(conflicts.map(({ key }) => [key, side])));
  return (
    <Modal
      open={conflicts.length > 0}
      title={t('kit.stale_title')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={[
        <Button key="mine" onClick={() => all('mine')}>
          {t('kit.use_mine')}
        </Button>,
        <Button key="theirs" onClick={() => all('theirs')}>
          {t('kit.use_theirs')}
        </Button>,
        <Button
          key="done"
          type="primary"
          onClick={() => {
            resolve(choice);
            setChoice({});
          }}
        >
          {t('kit.confirm')}
        </Button>,
      ]}
    >
      <p>{t('kit.stale_text')}</p>
      {conflicts.map(({ key, mine, theirs }) => {
        const field = fields[key];
        if (!field) return null;
        return (
          <fieldset key={key} className="kk-conflict">
            <legend>{words.field(key)}</legend>
            <Radio.Group
              value={choice[key] ?? 'mine'}
              onChange={(event) => setChoice((old) => ({ ...old, [key]: event.target.value as Side }))}
            >
              <Radio value="mine">
                {t('kit.mine')}
                {t('lists.colon')}
                {shownValue(props, { key, field, value: mine })}
              </Radio>
              <Radio value="theirs">
                {t('kit.theirs')}
                {t('lists.colon')}
                {shownValue(props, { key, field, value: theirs })}
              </Radio>
            </Radio.Group>
          </fieldset>
        );
      })}
    </Modal>
  );
}
