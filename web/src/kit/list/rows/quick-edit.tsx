import { Button, notification } from 'antd';
import type { QueryClient } from '@tanstack/react-query';
import { canSet, quickEditWay, type QuickEditWay } from '@kaike/shared/kit/rows/quick-edit';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { ApiError } from '../../../api/api-error.ts';
import { request } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import type { ShownRow } from '../../resource-view.ts';
import { reloadResource, urlOf, type ListPage } from '../../use-resource.ts';
import type { ResourceWording } from '../../words/use-words.ts';

type EditContext = { client: QueryClient; definition: ResourceDefinition; words: ResourceWording };
/** `saved`: what is said when it is done. */
type Change = { row: ShownRow; name: string; value: unknown; saved?: string };

const shownSec = 6;

async function send(
  definition: ResourceDefinition,
  way: QuickEditWay,
  { row, name, value }: Change,
): Promise<ShownRow | null> {
  const body = { [name]: value, ...(row.version === undefined ? {} : { version: row.version }) };
  // The notice with its undo says what the server's alert would say again.
  const quiet = { keeps_alert: true };
  if (!way.action)
    return ((await request('PUT', `${urlOf(definition)}/${row.id}`, { body, ...quiet })) as { row: ShownRow }).row;
  const path = `${urlOf(definition)}/${way.action.name}`;
  await request(way.action.method, path, { body: { ...body, ids: [row.id] }, ...quiet });
  return null;
}

function showNotice(title: string, button: { label: string; act: () => void } | null): void {
  const key = `quick-${Date.now()}`;
  notification.open({
    key,
    title: (
      <span className="kk-undo">
        {title}
        {button ? (
          <Button
            type="link"
            size="small"
            onClick={() => {
              notification.destroy(key);
              button.act();
            }}
          >
            {button.label}
          </Button>
        ) : null}
      </span>
    ),
    duration: shownSec,
    placement: 'bottom',
    role: 'status',
  });
}

/** Writes one field of a row: on screen at once, with undo where it can be taken back, and with a choice when somebody else saved first. */
export function quickEdit({ client, definition, words }: EditContext, first: Change): Promise<void> {
  const { t } = words;
  const paint = (id: number, values: Partial<ShownRow>): void => {
    client.setQueriesData<ListPage>({ queryKey: [definition.name, 'list'] }, (page) =>
      page ? { ...page, data: page.data.map((row) => (row.id === id ? { ...row, ...values, id } : row)) } : page,
    );
  };
  const refresh = (): void => void reloadResource(client, definition.name);
  const write = async (change: Change, isUndo: boolean): Promise<void> => {
    const { row, name, value, saved: text = t('lists.quick_saved', { field: words.field(name) }) } = change;
    const way = quickEditWay(definition, name);
    if (!way) return;
    paint(row.id, { [name]: value });
    try {
      const saved = await send(definition, way, change);
      if (saved) paint(row.id, saved);
      refresh();
      const { version } = row;
      const after: ShownRow = saved ?? {
        ...row,
        [name]: value,
        ...(version === undefined ? {} : { version: version + 1 }),
      };
      if (!isUndo)
        showNotice(
          text,
          canSet(way, after, [value, row[name]])
            ? { label: t('kit.undo'), act: () => void write({ row: after, name, value: row[name] }, true) }
            : null,
        );
    } catch (error) {
      paint(row.id, row);
      if (!(error instanceof ApiError)) throw error;
      const { current } = error;
      if (error.code === 'record.stale' && current) {
        const fresh: ShownRow = { ...row, ...current, id: row.id };
        paint(row.id, fresh);
        showNotice(t('lists.quick_stale', { field: words.field(name) }), {
          label: t('kit.use_mine'),
          act: () => void write({ ...change, row: fresh }, isUndo),
        });
      } else if (!error.handled) toast('error', error.errors[name]?.[0] ?? error.message);
    }
  };
  return write(first, false);
}
