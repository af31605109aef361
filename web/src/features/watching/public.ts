export { LatePreview } from './preview/late-preview.ts';
