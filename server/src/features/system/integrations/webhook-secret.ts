import { randomBytes } from 'node:crypto';
import { parseWebhookSecret } from '../../../core/messages/standard-webhook.ts';
import type { Secrets } from '../../../core/secrets.ts';

const purpose = 'webhook';
const [codeBytes, secretBytes] = [12, 32];

type SealedSecret = { code: string; secret: Buffer };

/** A new secret, sealed, with the code it is bound to: the row has no number yet. */
export function makeWebhookSecret(secrets: Secrets): SealedSecret {
  const code = randomBytes(codeBytes).toString('base64url');
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`;
  return { code, secret: secrets.seal(purpose, secret, code) };
}

/** The secret as Standard Webhooks writes it: `whsec_…`. */
export const openWebhookSecret = (secrets: Secrets, { code, secret }: SealedSecret): string =>
  secrets.open(purpose, secret, code).toString('utf8');

/** The key messages are signed with. */
export function webhookKey(secrets: Secrets, sealed: SealedSecret): Buffer {
  const key = parseWebhookSecret(openWebhookSecret(secrets, sealed));
  if (key === null) throw new Error('the secret of a webhook has another form');
  return key;
}
