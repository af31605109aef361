import { Navigate } from 'react-router';

/** The cards are below the field for a new one, which is what a member with a card in hand needs. */
export function WalletPage() {
  return <Navigate to="/home/cards/use-card#wallet" replace />;
}
