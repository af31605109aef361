export { eraseTalks } from './chats/change-chat.ts';
export { lemmaOf } from './words/lemma.ts';
export { wordInTalk } from './words/word-in-talk.ts';
