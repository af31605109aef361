import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';

/** Packs the cards of a batch for a printer, encrypted with AES-256. Link (to a page) and password are returned only once; send them through different channels. */
export const packCards = contract({
  method: 'POST',
  path: '/admin/card-batches/:id/package',
  body: { reason: field.text({ rules: 'required|max:200' }) },
  response: s.object({ url: s.string(), password: s.string(), card_count: s.integer(), expires_at: s.time() }),
});

/** `busy`: being downloaded. `used` and `over` (expired) are final. */
export const packageStates = ['ready', 'busy', 'used', 'over'] as const;

/** Describes the package of a link without downloading it; `package` is null for an invalid link. */
export const getPackage = contract({
  method: 'GET',
  path: '/open/card-packages/:token',
  response: s.object({
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

/** Downloads the package: once, without a login. A POST, so that a messenger's link preview does not use it up. */
export const downloadPackage = contract({
  method: 'POST',
  path: '/open/card-packages/:token',
  response: s.any(),
});
