import { field, type Field } from '@kaike/shared/kit/field';
import { rulesOf } from '@kaike/shared/kit/read-input';
import { AdapterError } from '../core/adapter-error.ts';
import { defaultOf, type SettingFields, type SettingValues } from '../core/settings/setting-fields.ts';
import type { FieldsIn, Settings } from '../core/settings/settings.ts';
import type { LineDeps, Network, VendorLines } from './lines/vendor-lines.ts';

/** One way to provide a capability: the settings a school fills in, and what is created from their values. */
export type Provider<Name extends string, Fields extends SettingFields, Deps, Port> = {
  readonly name: Name;
  /** Shown while the provider is selected. Its account is complete when those with the rule `required` have a value. */
  readonly settings: Fields;
  /** The settings that say where it keeps what is stored there; they stay while something is. */
  readonly place?: readonly (keyof Fields & string)[];
  /** `own` where the service may stand on the school's own network; anything else is a public host that is called by https. */
  readonly network?: Network;
  // A method, so that one list can hold providers with different settings.
  create(values: SettingValues<Fields>, deps: Deps & LineDeps): Port;
};
type AnyProvider<Deps, Port> = Provider<string, SettingFields, Deps, Port>;

export const defineProvider = <const Name extends string, Fields extends SettingFields, Deps, Port>(
  provider: Provider<Name, Fields, Deps, Port>,
): Provider<Name, Fields, Deps, Port> => provider;

/** What outside services can do for a school. Without one, `local`, the product does it itself or says that it cannot. */
export type Capability<Deps = never, Port = unknown> = {
  /** The setting that selects the provider. */
  readonly driver: string;
  /** The setting that selects a second provider, which takes over when the first one fails. */
  readonly fallback?: string;
  /** Settings of every provider alike. */
  readonly settings: SettingFields;
  readonly providers: readonly AnyProvider<Deps, Port>[];
};

type NameIn<C extends Capability> = C['providers'][number]['name'];

/** The fields of a capability: those that select, those of its providers, those they have in common. */
export type CapabilityFields<C extends Capability> = C['settings'] &
  FieldsIn<{ readonly [P in C['providers'][number] as P['name']]: P['settings'] }> &
  Record<C['driver'], Field<'local' | NameIn<C>, false>> &
  (C extends { fallback: infer Key extends string } ? Record<Key, Field<'none' | NameIn<C>, false>> : unknown);

export const defineCapability =
  <Deps, Port>() =>
  <const C extends Capability<Deps, Port>>(capability: C): C =>
    capability;

const choicesOf = (names: readonly string[]) => names.map((name) => ({ value: name, key: name }));

/** The settings of a capability in the order of the page, each shown only while it has an effect. */
export function capabilityFields<const C extends Capability>(capability: C): CapabilityFields<C> {
  const { driver, fallback, providers } = capability;
  const names = providers.map(({ name }) => name);
  const shownFor = (selected: readonly string[]) => ({
    field: driver,
    in: selected,
    ...(fallback === undefined ? {} : { or: { field: fallback, in: selected } }),
  });
  const fields = new Map<string, Field>([
    [driver, field.choice(choicesOf(['local', ...names]), { rules: 'required', initial: 'local' })],
  ]);
  if (fallback !== undefined)
    fields.set(
      fallback,
      field.choice(choicesOf(['none', ...names]), {
        rules: 'required',
        initial: 'none',
        shown_when: { field: driver, in: names },
      }),
    );
  const add = (settings: SettingFields, owners: (key: string) => readonly string[]): void => {
    for (const [key, one] of Object.entries(settings)) {
      // What several providers share stands below the account of each.
      fields.delete(key);
      fields.set(key, { ...one, shown_when: shownFor(owners(key)) });
    }
  };
  for (const { settings } of providers)
    add(settings, (key) => providers.filter((one) => key in one.settings).map(({ name }) => name));
  add(capability.settings, () => names);
  return Object.fromEntries(fields) as CapabilityFields<C>;
}

/** Which of these settings say where a provider keeps what is stored there. */
export const placesIn = (
  { providers }: Pick<Capability, 'providers'>,
  settings: readonly string[],
): { provider: string; setting: string }[] =>
  providers.flatMap(({ name, place = [] }) => {
    const setting = settings.find((one) => place.includes(one));
    return setting === undefined ? [] : [{ provider: name, setting }];
  });

const isEmpty = (value: unknown): boolean => value === '' || value === null || value === undefined;

/** The settings without which a provider cannot work and which have no value. */
export const missingSettings = (settings: SettingFields, values: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(settings)
    .filter(([key, one]) => rulesOf(one).includes('required') && isEmpty(values[key] ?? defaultOf(one)))
    .map(([key]) => key);

/** `lines` is absent only in tests. */
type Parts<Deps> = { settings: Settings; deps: Deps; lines?: VendorLines | undefined };

/** The name of a capability, which is that of its group on the settings page. */
const serviceOf = (driver: string): string => driver.replace(/_driver$/, '');

/** A provider as its settings describe it, null while its account is incomplete; throws `config_invalid` when they describe none. */
export async function createProvider<Deps, Port>(
  { driver, providers }: Capability<Deps, Port>,
  name: string,
  { settings, deps, lines }: Parts<Deps>,
): Promise<Port | null> {
  const provider = providers.find((one) => one.name === name);
  if (!provider) return null;
  const values = await settings.read(provider.settings);
  if (missingSettings(provider.settings, values).length > 0) return null;
  try {
    return provider.create(values, { ...deps, fetch: lines?.of(serviceOf(driver), name, provider.network) });
  } catch (cause) {
    throw new AdapterError('config_invalid', { reason: `${driver}_${name}`, cause });
  }
}

/** The selected providers whose account is complete, in the order they are tried; null when none is selected. */
export async function selectedProviders<Deps, Port>(
  capability: Capability<Deps, Port>,
  { settings, deps, lines }: Parts<Deps>,
): Promise<readonly Port[] | null> {
  const { driver, fallback } = capability;
  const { fields } = settings.catalog;
  const keys = [driver, ...(fallback === undefined ? [] : [fallback])];
  const selected = await settings.read(
    Object.fromEntries(keys.flatMap((key) => (fields[key] ? [[key, fields[key]]] : []))),
  );
  if (selected[driver] === 'local') return null;
  const ports: Port[] = [];
  for (const name of new Set(keys.map((key) => selected[key]))) {
    const port = await createProvider(capability, String(name), { settings, deps, lines });
    if (port !== null) ports.push(port);
  }
  return ports;
}
