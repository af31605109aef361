import { contract } from '../kit/contract.ts';
import { field } from '../kit/field.ts';
import { s } from '../kit/schema.ts';

/** Packs the cards of a batch, AES-256 encrypted, for a printer. Link (of a page) and password are told this once; send them on different ways. */
export const packCards = contract({
  method: 'POST',
  path: '/admin/card-batches/:id/package',
  body: { reason: field.text({ rules: 'required|max:200' }) },
  answer: s.object({ url: s.string(), password: s.string(), card_count: s.integer(), expires_at: s.time() }),
});

/** `busy`: somebody is fetching it. `used` and `over` are for good. */
export const packageStates = ['ready', 'busy', 'used', 'over'] as const;

/** What the link hands out, without handing it out; null for a link that never was one. */
export const getPackage = contract({
  method: 'GET',
  path: '/open/card-packages/:token',
  answer: s.object({
    school: s.string(),
    package: s.nullable(
      s.object({
        state: s.literal(...packageStates),
        batch_no: s.string(),
        card_count: s.integer(),
        byte_size: s.nullable(s.integer()),
        expires_at: s.time(),
        downloaded_at: s.nullable(s.time()),
      }),
    ),
  }),
});

/** The package itself: once, without a login. A POST, so that a messenger that looks at the link takes nothing. */
export const fetchPackage = contract({
  method: 'POST',
  path: '/open/card-packages/:token',
  answer: s.any(),
});
