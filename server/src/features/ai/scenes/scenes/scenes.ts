type ShippedScene = { key: string; name: string; scene: { script: { nodes: unknown[] } } };

/** The scripted scenes every school starts with, by the key of the template; each loads when it is added. */
const scenes: Readonly<Record<string, () => Promise<{ default: ShippedScene }>>> = {
  'talk-cafe': () => import('./cafe.json', { with: { type: 'json' } }),
  'talk-restaurant': () => import('./restaurant.json', { with: { type: 'json' } }),
  'talk-directions': () => import('./directions.json', { with: { type: 'json' } }),
  'talk-return': () => import('./return.json', { with: { type: 'json' } }),
  'talk-colleague': () => import('./colleague.json', { with: { type: 'json' } }),
  'talk-hotel': () => import('./hotel.json', { with: { type: 'json' } }),
  'talk-airport': () => import('./airport.json', { with: { type: 'json' } }),
  'talk-doctor': () => import('./doctor.json', { with: { type: 'json' } }),
  'talk-bank': () => import('./bank.json', { with: { type: 'json' } }),
  'talk-landlord': () => import('./landlord.json', { with: { type: 'json' } }),
  'talk-parents': () => import('./parents.json', { with: { type: 'json' } }),
  'talk-interview': () => import('./interview.json', { with: { type: 'json' } }),
};
export const shippedKeys = Object.keys(scenes);

/** Scenes of these keys that are shipped, each with the name of its template. */
export const loadScenes = (keys: readonly string[] = shippedKeys): Promise<ShippedScene[]> =>
  Promise.all(
    Object.entries(scenes)
      .filter(([key]) => keys.includes(key))
      .map(async ([, load]) => (await load()).default),
  );
