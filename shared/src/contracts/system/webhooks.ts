import { contract } from '../../kit/contract.ts';
import { s } from '../../kit/schema.ts';

/** The secret a receiver checks signatures with; who read it is logged. */
export const revealWebhookSecret = contract({
  method: 'POST',
  path: '/admin/webhooks/:id/secret',
  response: s.object({ secret: s.string() }),
});
