export { LateInline, LatePreview } from './preview/late-preview.ts';
