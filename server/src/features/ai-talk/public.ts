export { eraseTalks } from './chats/change-chat.ts';
export { endChat } from './chats/end-chat.ts';
export { lemmaOf } from './words/lemma.ts';
export { wordInTalk } from './words/word-in-talk.ts';
export { readScene } from './chats/scene-snapshot.ts';
export { canaryOf } from './prompt/canary.ts';
export { optionsIn } from './prompt/read-prompt.ts';
export { writePrompt } from './prompt/write-prompt.ts';
