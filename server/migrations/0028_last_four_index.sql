-- The list finds a card by the last four symbols of its secret, as a whole.
create index cards_secret_last4_id on cards (secret_last4, id);
