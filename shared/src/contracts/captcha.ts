import { contract } from '../kit/contract.ts';
import { field } from '../kit/field.ts';
import { s } from '../kit/schema.ts';

/** The slider puzzle: two pictures, and the vertical position of the piece. */
export const captcha = contract({
  method: 'GET',
  path: '/open/geetest',
  answer: s.object({
    type: s.string(),
    challenge: s.string(),
    background: s.string(),
    piece: s.string(),
    y: s.integer(),
    width: s.integer(),
    height: s.integer(),
    piece_size: s.integer(),
    expires_in: s.integer(),
  }),
});

export const solveCaptcha = contract({
  method: 'POST',
  path: '/open/geetest',
  body: {
    challenge: field.text({ rules: 'required|max:100' }),
    x: field.integer({ rules: 'required|between:0,2000' }),
    track: field.json({ rules: 'required' }),
  },
  answer: s.object({ verify: s.string() }),
});
