-- Up Migration

-- For a sale whose VAT the owner declares in the European Union: their number at the one-stop shop, the country and its rate, in per cent,
-- as of the payment. Servers of the release before write neither: they sell in the United Kingdom only, whatever else is decided.
alter table shop.checkouts add column oss_number text, add column oss_country text, add column oss_rate numeric(4, 1);
-- The country whose VAT a receipt contains and its rate, in per cent. Null if it is that of the United Kingdom, or none.
alter table public.receipts add column vat_country text, add column vat_rate numeric(4, 1);
-- Where the card was issued: the second proof of where a buyer lives.
alter table shop.balance_movements add column card_country text;
grant update (card_country) on shop.balance_movements to shop_jobs;
