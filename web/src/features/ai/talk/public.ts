export { LessonTalk, useLessonTalk } from './lesson/lesson-talk.tsx';
export { speakNow, stopReading, voiceStore } from './voice/voice.ts';
export { useCanRead } from './voice/use-can-read.ts';
