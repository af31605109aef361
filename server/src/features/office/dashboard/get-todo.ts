import type { Todo } from '@kaike/shared/contracts/office/dashboard';
import { permissionOf, type ResourceDefinition, type View } from '@kaike/shared/kit/resource';
import { verbsOf } from '@kaike/shared/kit/rows/verbs';
import { hasPermission, type AdminActor } from '../../../core/actor.ts';
import { canPerform } from '../../../kit/access.ts';
import { countViews, namesOfOnly, type ResourceWithView, type ViewCount } from '../../../kit/read/views.ts';
import { loadAlarms } from './alarms.read.ts';
import type { DashboardReader } from './reader.ts';

const gravity: Readonly<Record<Todo['tone'], number>> = { danger: 0, warning: 1, info: 2 };

/** The verb, if the person may use it. */
function verbOf(actor: AdminActor, definition: ResourceDefinition, { verb }: View): string | null {
  const entry = verbsOf(definition, () => true).find((one) => one.verb === verb);
  return verb && entry && canPerform(actor, definition, entry.name) ? verb : null;
}

type Waiting = ResourceWithView & ViewCount;

function present(actor: AdminActor, { resource, view, count, since, sum, only }: Waiting, names: string[]): Todo {
  const { definition } = resource;
  const verb = verbOf(actor, definition, view);
  const rows = `/admin/${definition.name}?where[_view]=${view.key}`;
  const record = only === null ? '' : `&open=${String(only['id'])}${verb ? `&do=${verb}` : ''}`;
  return {
    resource: definition.name,
    key: view.key,
    tone: view.todo ?? 'info',
    count,
    since,
    sum,
    names,
    ways: [{ verb, url: rows + record }],
  };
}

/** Without a moment it comes after those that have one. */
const waits = ({ since }: Todo): number => (since === null ? Infinity : Date.parse(since));

/** What this person must do today: the gravest first, and the longest waiting. */
export async function getTodo(call: DashboardReader): Promise<{ items: Todo[] }> {
  const { ctx, actor } = call;
  const views = ctx.resources.all
    .filter(({ definition }) => hasPermission(actor, permissionOf(definition, 'list')))
    .flatMap((resource) =>
      (resource.definition.list.views ?? []).filter(({ todo }) => todo).map((view) => ({ resource, view })),
    );
  const [counts, alarms] = await Promise.all([countViews(ctx.db, actor, views), loadAlarms(call)]);
  const waiting = views.flatMap((viewed, index): Waiting[] => {
    const counted = counts[index];
    return counted && counted.count > 0 ? [{ ...viewed, ...counted }] : [];
  });
  const names = await namesOfOnly(ctx.db, actor, waiting);
  const items = waiting.map((one, index) => present(actor, one, names[index] ?? []));
  const byGravity = (a: Todo, b: Todo): number =>
    gravity[a.tone] - gravity[b.tone] || (waits(a) === waits(b) ? 0 : waits(a) - waits(b));
  return { items: [...alarms, ...items].sort(byGravity) };
}
