import { sql, type RawBuilder } from 'kysely';
import { permissionOf, permissionsOf, type ResourceDefinition } from '@kaike/shared/kit/resource';
import { hasPermission, type AdminActor } from '../core/actor.ts';
import { assert } from '../core/app-error.ts';
import type { Resource } from './behaviour.ts';
import { scopes } from './scopes.ts';

/** Operations, actions and extra permissions of the resource that the person has. */
export function heldPermissions(actor: AdminActor, definition: ResourceDefinition): string[] {
  return [...definition.only, ...Object.keys(definition.actions ?? {}), ...(definition.permissions ?? [])].filter(
    (name) => canPerform(actor, definition, name),
  );
}

/** Whether the person has everything that an operation or action requires, and is of the school where it is the school's. */
export const canPerform = (actor: AdminActor, definition: ResourceDefinition, name: string): boolean =>
  permissionsOf(definition, name).every((permission) => hasPermission(actor, permission)) &&
  !(definition.actions?.[name]?.school_only && actor.admin.agency);

const ownRows = (actor: AdminActor, { definition, behaviour }: Resource): RawBuilder<boolean> | null =>
  behaviour.scope?.(actor) ?? (definition.scope ? (scopes[definition.scope]?.(actor) ?? null) : null);

/** Whether the person sees only some of the rows. */
export const isScoped = (actor: AdminActor, resource: Resource): boolean => ownRows(actor, resource) !== null;

/** Which rows: the condition on `r` in every query of the resource, for reads and writes alike. */
export function rowScope(
  actor: AdminActor,
  resource: Resource,
  options: { deleted?: boolean } = {},
): RawBuilder<boolean> {
  const { definition, behaviour } = resource;
  const own = ownRows(actor, resource);
  assert(!definition.scope || definition.scope in scopes || behaviour.scope, 'server.internal');
  const alive = definition.hard_delete
    ? sql<boolean>`true`
    : options.deleted
      ? sql<boolean>`r.deleted_at is not null`
      : sql<boolean>`r.deleted_at is null`;
  return own ? sql<boolean>`${alive} and ${own}` : alive;
}

/** Which fields: masked ones are shown in full only to people who may reveal them. */
export function mayReveal(actor: AdminActor, definition: ResourceDefinition): boolean {
  return hasPermission(actor, permissionOf(definition, 'reveal'));
}

/** What the person may see of a resource, for conditions on its rows: the scope, and whether masked fields are open. */
export const visibilityOf = (
  actor: AdminActor,
  resource: Resource,
): { scope: RawBuilder<boolean>; may_reveal: boolean } => ({
  scope: rowScope(actor, resource),
  may_reveal: mayReveal(actor, resource.definition),
});
