import { formatDateTime } from '@kaike/shared/kit/format';
import './print.css';

// The moment of printing stands beside the title.
addEventListener('beforeprint', () => {
  document.documentElement.style.setProperty('--printed-at', `'${formatDateTime(new Date()).slice(0, 16)}'`);
});
