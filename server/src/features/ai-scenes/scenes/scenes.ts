import airport from './airport.json' with { type: 'json' };
import bank from './bank.json' with { type: 'json' };
import cafe from './cafe.json' with { type: 'json' };
import colleague from './colleague.json' with { type: 'json' };
import directions from './directions.json' with { type: 'json' };
import doctor from './doctor.json' with { type: 'json' };
import hotel from './hotel.json' with { type: 'json' };
import interview from './interview.json' with { type: 'json' };
import landlord from './landlord.json' with { type: 'json' };
import parents from './parents.json' with { type: 'json' };
import restaurant from './restaurant.json' with { type: 'json' };
import returns from './return.json' with { type: 'json' };

/** The scripted scenes every school starts with: the key and name of the template, and its scene. */
export const shippedScenes: readonly { key: string; name: string; scene: { script: { nodes: unknown[] } } }[] = [
  cafe,
  restaurant,
  directions,
  returns,
  colleague,
  hotel,
  airport,
  doctor,
  bank,
  landlord,
  parents,
  interview,
];
