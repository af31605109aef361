export { LessonTalk, useLessonTalk } from './lesson/lesson-talk.tsx';
export { readNow, stopReading, voiceStore } from './voice/voice.ts';
export { useCanRead } from './voice/use-can-read.ts';
