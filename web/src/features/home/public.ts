export { UnreadCount } from './bell.tsx';
export { useUnread } from './unread.ts';
