export { ledgers, quotaLedger, secondsLedger, signLine, type Ledger, type Signer } from './ledger.ts';
export { checkLedger, countFindings, describeFindings, type LedgerCheck, type LedgerScope } from './check-ledger.ts';
export { hasForeignLine } from './foreign-line.ts';
export { acceptLedger, lastForeignLines, sealLedgers } from './seal-ledgers.ts';
export { resealLedgers } from './reseal-ledgers.ts';
