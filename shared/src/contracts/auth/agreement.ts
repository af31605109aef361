import { contract } from '../../kit/contract.ts';
import { s } from '../../kit/schema.ts';

export const getAgreement = contract({
  method: 'GET',
  path: '/open/agreement',
  response: s.object({
    title: s.string(),
    content: s.string(),
    version: s.string(),
    privacy: s.object({ title: s.string(), content: s.string(), version: s.string() }),
  }),
});
