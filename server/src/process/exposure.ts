import { showsCodes, type Config } from '../config.ts';

/** A combination of settings that is allowed but risky. */
export type Exposure = { text: string; fix: string };

/** Warnings of the start and the doctor about settings that expose too much. */
export function findExposures(config: Pick<Config, 'env' | 'expose_local_codes' | 'public_url'>): Exposure[] {
  const exposures: Exposure[] = [];
  if (showsCodes(config) && config.expose_local_codes) {
    exposures.push({
      text: `KAIKE_EXPOSE_LOCAL_CODES: whoever reaches this server reads every SMS and mail code at /local/outbox and can take over any account`,
      fix: 'For people other than developers set KAIKE_ENV=production and unset KAIKE_EXPOSE_LOCAL_CODES.',
    });
  }
  if (config.env === 'production' && config.public_url === null) {
    exposures.push({
      text: 'KAIKE_PUBLIC_URL is not set: links and QR codes name whatever host a request came to, and page heads name none',
      fix: 'Set KAIKE_PUBLIC_URL to the address people use, as https://kaike.example.',
    });
  }
  return exposures;
}
