export { moveCertificates, resignCertificates } from './certificates.ts';
export { eraseAccounts } from './erase-accounts.ts';
