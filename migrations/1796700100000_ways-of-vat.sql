-- Up Migration

-- The sales whose VAT the shop doesn't declare in the United Kingdom, which are few or none: declared in the EU, or sold by Stripe.
create index receipts_eu_vat on public.receipts (purchase_id) where vat_country is not null;
create index checkouts_sold_by_stripe on shop.checkouts (purchase_id) where sold_by = 'stripe';
