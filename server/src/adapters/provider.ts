import { field, type Field } from '@kaike/shared/kit/field';
import { rulesOf } from '@kaike/shared/kit/parse-input';
import { AdapterError } from '../core/adapter-error.ts';
import { defaultOf, type SettingFields, type SettingValues } from '../core/settings/setting-fields.ts';
import type { FieldsIn, SettingStore } from '../core/settings/settings.ts';
import type { VendorClientDeps, Network, VendorClients } from './http-client/vendor-clients.ts';

/** One way to provide a capability: the settings a school fills in, and what is created from their values. */
export type AdapterProvider<Name extends string, Fields extends SettingFields, Deps, Port> = {
  readonly name: Name;
  /** Shown while the provider is selected. Its account is complete when those with the rule `required` have a value. */
  readonly settings: Fields;
  /** The settings that say where it keeps what is stored there; they stay while something is. */
  readonly place?: readonly (keyof Fields & string)[];
  /** `own` where the service may stand on the school's own network; anything else is a public host that is called by https. */
  readonly network?: Network;
  // A method, so that one list can hold providers with different settings.
  create(values: SettingValues<Fields>, deps: Deps & VendorClientDeps): Port;
};
type AnyProvider<Deps, Port> = AdapterProvider<string, SettingFields, Deps, Port>;

export const defineProvider = <const Name extends string, Fields extends SettingFields, Deps, Port>(
  provider: AdapterProvider<Name, Fields, Deps, Port>,
): AdapterProvider<Name, Fields, Deps, Port> => provider;

/** What outside services can do for a school. Without one, `local`, the product does it itself or says that it cannot. */
export type Capability<Deps = never, Port = unknown> = {
  /** The setting that selects the provider. */
  readonly driver: string;
  /** The setting that selects a second provider, which takes over when the first one fails. */
  readonly fallback?: string;
  /** Settings of which the second provider has its own, by the name of the first one's: the two may share a name and nothing else. */
  readonly fallback_settings?: Readonly<Record<string, string>>;
  /** Settings of every provider alike. */
  readonly settings: SettingFields;
  readonly providers: readonly AnyProvider<Deps, Port>[];
};

type NameIn<C extends Capability> = C['providers'][number]['name'];

/** The fields of a capability: those that select, those of its providers, those they have in common. */
export type CapabilityFields<C extends Capability> = C['settings'] &
  FieldsIn<{ readonly [P in C['providers'][number] as P['name']]: P['settings'] }> &
  Record<C['driver'], Field<'local' | NameIn<C>, false>> &
  (C extends { fallback: infer Key extends string } ? Record<Key, Field<'none' | NameIn<C>, false>> : unknown) &
  (C extends { fallback_settings: infer Copies extends Readonly<Record<string, string>> }
    ? Record<Copies[keyof Copies], Field<string, false>>
    : unknown);

export const defineCapability =
  <Deps, Port>() =>
  <const C extends Capability<Deps, Port>>(capability: C): C =>
    capability;

const choicesOf = (names: readonly string[]) => names.map((name) => ({ value: name, key: name }));

/** The settings of a capability in the order of the page, each shown only while it has an effect. */
export function capabilityFields<const C extends Capability>(capability: C): CapabilityFields<C> {
  const { driver, fallback, fallback_settings: copies = {}, providers } = capability;
  const names = providers.map(({ name }) => name);
  const shownFor = (key: string, selected: readonly string[]) => ({
    field: driver,
    in: selected,
    ...(fallback === undefined || key in copies ? {} : { or: { field: fallback, in: selected } }),
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
      fields.set(key, { ...one, shown_when: shownFor(key, owners(key)) });
    }
  };
  const addCopies = (settings: SettingFields, owners: (key: string) => readonly string[]): void => {
    for (const [key, one] of Object.entries(settings)) {
      const copy = copies[key];
      if (copy === undefined || fallback === undefined) continue;
      fields.delete(copy);
      fields.set(copy, { ...one, shown_when: { field: fallback, in: owners(key) } });
    }
  };
  const ownersOf = (key: string) => providers.filter((one) => key in one.settings).map(({ name }) => name);
  for (const { settings } of providers) add(settings, ownersOf);
  for (const { settings } of providers) addCopies(settings, ownersOf);
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

/** A provider that is selected, and the names of its settings in that place. */
type SelectedProvider<Deps, Port> = {
  provider: AnyProvider<Deps, Port>;
  nameOf: (key: string) => string;
  is_second: boolean;
};

/** The selected providers in the order they are tried; one that would be called twice with the same account is called once. */
export function providersIn<Deps, Port>(
  { driver, fallback, fallback_settings: copies = {}, providers }: Capability<Deps, Port>,
  selected: Readonly<Record<string, unknown>>,
): SelectedProvider<Deps, Port>[] {
  const first = providers.find(({ name }) => name === selected[driver]);
  if (!first) return [];
  const second = fallback === undefined ? undefined : providers.find(({ name }) => name === selected[fallback]);
  const isSame = second === first && !Object.keys(first.settings).every((key) => key in copies);
  return [
    { provider: first, nameOf: (key) => key, is_second: false },
    ...(second && !isSame
      ? [{ provider: second, nameOf: (key: string) => copies[key] ?? key, is_second: second === first }]
      : []),
  ];
}

/** The settings without which a provider cannot work and which have no value. */
export const missingSettings = (
  { provider, nameOf }: { provider: { settings: SettingFields }; nameOf: (key: string) => string },
  values: Readonly<Record<string, unknown>>,
): string[] =>
  Object.entries(provider.settings).flatMap(([key, one]) => {
    const name = nameOf(key);
    return rulesOf(one).includes('required') && isEmpty(values[name] ?? defaultOf(one)) ? [name] : [];
  });

/** `clients` is absent only in tests. */
type Parts<Deps> = { settings: SettingStore; deps: Deps; clients?: VendorClients | undefined };

/** The name of a capability, which is that of its group on the settings page. */
const serviceOf = (driver: string): string => driver.replace(/_driver$/, '');

/** A provider as its settings describe it, null while its account is incomplete; throws `config_invalid` when they describe none. */
async function createSelected<Deps, Port>(
  { driver }: Capability<Deps, Port>,
  selected: SelectedProvider<Deps, Port>,
  { settings, deps, clients }: Parts<Deps>,
): Promise<Port | null> {
  const { provider, nameOf, is_second } = selected;
  const { name, network } = provider;
  const fields = Object.entries(provider.settings);
  const values = await settings.read(Object.fromEntries(fields.map(([key, one]) => [nameOf(key), one])));
  if (missingSettings(selected, values).length > 0) return null;
  try {
    return provider.create(Object.fromEntries(fields.map(([key]) => [key, values[nameOf(key)]])), {
      ...deps,
      fetch: clients?.clientFor(serviceOf(driver), name, network),
      is_second,
    });
  } catch (cause) {
    throw new AdapterError('config_invalid', { reason: `${driver}_${name}`, cause });
  }
}

/** The provider of this name, whether it is selected or not. */
export async function createProvider<Deps, Port>(
  capability: Capability<Deps, Port>,
  name: string,
  parts: Parts<Deps>,
): Promise<Port | null> {
  const provider = capability.providers.find((one) => one.name === name);
  return provider ? createSelected(capability, { provider, nameOf: (key) => key, is_second: false }, parts) : null;
}

/** The selected providers as the settings are now; null when none is selected. */
async function readSelected<Deps, Port>(
  capability: Capability<Deps, Port>,
  settings: SettingStore,
): Promise<SelectedProvider<Deps, Port>[] | null> {
  const { driver, fallback } = capability;
  const { fields } = settings.catalog;
  const keys = [driver, ...(fallback === undefined ? [] : [fallback])];
  const selected = await settings.read(
    Object.fromEntries(keys.flatMap((key) => (fields[key] ? [[key, fields[key]]] : []))),
  );
  return selected[driver] === 'local' ? null : providersIn(capability, selected);
}

/** The names of the selected providers in the order they are tried, whether their accounts are complete or not. */
export const selectedNames = async <Deps, Port>(
  capability: Capability<Deps, Port>,
  settings: SettingStore,
): Promise<string[]> => ((await readSelected(capability, settings)) ?? []).map(({ provider }) => provider.name);

/** The selected providers in the order they are tried, null for each whose account is incomplete; null when none is selected. */
export async function selectedAccounts<Deps, Port>(
  capability: Capability<Deps, Port>,
  parts: Parts<Deps>,
): Promise<readonly (Port | null)[] | null> {
  const selected = await readSelected(capability, parts.settings);
  if (selected === null) return null;
  const ports: (Port | null)[] = [];
  for (const one of selected) ports.push(await createSelected(capability, one, parts));
  return ports;
}

/** Those of them whose account is complete. */
export async function selectedProviders<Deps, Port>(
  capability: Capability<Deps, Port>,
  parts: Parts<Deps>,
): Promise<readonly Port[] | null> {
  const accounts = await selectedAccounts(capability, parts);
  return accounts && accounts.flatMap((one) => (one === null ? [] : [one]));
}
