-- Up Migration

-- The code that a buyer came with by a link: the payment page was opened with it, at the price that the product's page showed.
-- `discount_code_id` is the code that the payment was made with. Codes that have been at Stripe are never deleted.
alter table shop.checkouts add column link_code_id uuid;
