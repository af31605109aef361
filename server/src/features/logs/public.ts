export { checkLogChain } from './chain-check.ts';
export { resealChain, sealChain } from './seal-chain.ts';
export { verifyChain } from './verify-chain.ts';
