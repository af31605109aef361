export { certifyCourse, moveCertificates, resignCertificates } from './certificates/certificates.ts';
export { eraseAccounts } from './erase-accounts.ts';
