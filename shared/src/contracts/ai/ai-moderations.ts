import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';

/** The words of an entry, for a reason that is logged; null once the learner has deleted the talk. */
export const revealModeration = contract({
  method: 'POST',
  path: '/admin/ai-moderations/:id/reveal',
  body: { reason: field.text({ rules: 'required|max:200' }) },
  response: s.object({ text: s.nullable(s.string()) }),
});
