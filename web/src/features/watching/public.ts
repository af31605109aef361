export { studyTime } from './study-time.ts';
export { LatePreview } from './preview/late-preview.ts';
