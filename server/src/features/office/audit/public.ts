export { checkSeals, hasForeignSeals, resealChain, sealChain, type SealCheck } from './seal-chain.ts';
export { verifyChain } from './verify-chain.ts';
export { wordTitles } from './worded-titles.ts';
