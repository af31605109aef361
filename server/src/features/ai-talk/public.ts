export { eraseTalks } from './chats/change-chat.ts';
export { endChat } from './chats/end-chat.ts';
export { lemmaOf } from './words/lemma.ts';
export { wordInTalk } from './words/word-in-talk.ts';
