export { checkLogChain } from './chain-check.ts';
export { verifyChain } from './verify-chain.ts';
