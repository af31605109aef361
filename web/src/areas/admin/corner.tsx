/** What stands in the corner of a page while something runs; loaded together, and only then. */
export { TransferPanel } from '../../kit/transfer/transfer-panel.tsx';
export { UploadTray } from '../../features/catalog/media/upload-tray.tsx';
