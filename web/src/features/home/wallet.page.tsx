import { Navigate } from 'react-router';

/** The cards stand below the field for a new one, which is where somebody with a card in hand wants to be. */
export function WalletPage() {
  return <Navigate to="/home/cards/use-card#wallet" replace />;
}
