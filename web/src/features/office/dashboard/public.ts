export { TodoList } from './todo-list.tsx';
