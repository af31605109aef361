import { tokenAccessChoices } from '../../domain/system/api-token.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';

/** Creates a token in the name of the caller. The token is returned only here. */
export const issueApiToken = contract({
  method: 'POST',
  path: '/admin/api-tokens/issue',
  body: {
    name: field.text({ rules: 'required|max:50' }),
    access: field.choice(tokenAccessChoices, { rules: 'required' }),
    scopes: field.tags({ rules: 'required' }),
    days: field.integer({ rules: 'required|between:1,365' }),
  },
  response: s.object({ id: s.integer(), token: s.string() }),
});
