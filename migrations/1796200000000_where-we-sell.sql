-- Up Migration

-- Where the shop sold when a Checkout Session was opened, and the country of its billing address. Servers of the release before store
-- neither: a page without the former is replaced at the next press, and a payment without the latter is not put on hold because of it.
alter table shop.checkouts add column sold_in text, add column billing_country text;
