-- Agencies whose mark was set without a later move of quota were not noted as low.
update agencies set low_since = now()
where low_since is null and unlimited = 0 and low_stock_at > 0 and card_num - held_num <= low_stock_at;
