export { UnreadCount } from './bell.tsx';
export { OwnLearning } from './own-learning.tsx';
export { useUnread } from './unread.ts';
