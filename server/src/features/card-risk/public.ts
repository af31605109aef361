export { findRisks } from './find-risks.ts';
