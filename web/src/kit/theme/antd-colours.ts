/** Fixed widget colours by mode; those with a token are the same as in ui/tokens.css. */
export const fixed = {
  light: {
    success: '#0b7a43',
    error: '#c62828',
    on_error: '#ffffff',
    placeholder: '#5b5e6a',
    description: '#5b5e6a',
    layout: '#f7f6f3',
    container: '#ffffff',
    elevated: '#ffffff',
    border: '#e5e2da',
    edge: '#878a95',
  },
  dark: {
    success: '#5fd39a',
    error: '#ff8f8f',
    on_error: '#2c0a0a',
    placeholder: '#a5aab8',
    description: '#a5aab8',
    layout: '#13151b',
    container: '#1c1f27',
    elevated: '#242833',
    border: '#2e323d',
    edge: '#6f7485',
  },
} as const;
