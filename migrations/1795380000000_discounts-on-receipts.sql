-- Up Migration

-- What a promotion code took off the price. Null where none was typed, and for payments made before this was kept.
alter table shop.checkouts add column discount_pence integer;
alter table public.receipts add column discount_pence integer;
alter table public.receipts add column discount_code text;
