import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';

/**
 * The challenge to show. `local` is the own slider puzzle: two pictures, and the vertical position of the piece. The others are
 * shown by the vendor's script, which takes the fields under the vendor's names.
 */
export const createCaptcha = contract({
  method: 'GET',
  path: '/open/geetest',
  query: {
    /** `local`: the own slider, for browsers that the vendor's script does not reach. */
    type: field.text({ rules: 'in:local' }),
    /** While the vendor does not respond, a login may be allowed to go on. */
    purpose: field.text({ rules: 'in:login' }),
  },
  response: s.object({
    type: s.literal('local', 'geetest4', 'geetest3'),
    challenge: s.string(),
    expires_in: s.integer(),
    background: s.optional(s.string()),
    piece: s.optional(s.string()),
    y: s.optional(s.integer()),
    width: s.optional(s.integer()),
    height: s.optional(s.integer()),
    piece_size: s.optional(s.integer()),
    captcha_id: s.optional(s.string()),
    gt: s.optional(s.string()),
    /** 0: the vendor does not respond, and its script works without it. */
    success: s.optional(s.literal(0, 1)),
    new_captcha: s.optional(s.boolean()),
  }),
});

export const solveCaptcha = contract({
  method: 'POST',
  path: '/open/geetest',
  body: {
    challenge: field.text({ rules: 'required|max:100' }),
    x: field.integer({ rules: 'required_without:answer|between:0,2000' }),
    track: field.json({ rules: 'required_without:answer' }),
    /** What the vendor's script returned. */
    answer: field.json(),
  },
  response: s.object({ verify: s.string() }),
});
