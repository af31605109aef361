import { createStore } from 'zustand/vanilla';

const key = 'talk-chinese';
/** Whether help in the learner's own language is shown without a tap. */
export const chineseStore = createStore<{ is_on: boolean }>(() => ({ is_on: localStorage.getItem(key) !== 'off' }));
export function setChinese(isOn: boolean): void {
  localStorage.setItem(key, isOn ? 'on' : 'off');
  chineseStore.setState({ is_on: isOn });
}
