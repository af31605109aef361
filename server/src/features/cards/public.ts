export { hashSecret, makeSecrets, openSecret, type SealedSecrets } from './card-secrets.ts';
