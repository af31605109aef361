export { drawPrint } from './draw-print.ts';
export { emptyPrints } from './send-file.ts';
