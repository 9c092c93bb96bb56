-- Up Migration

-- Since when a payment that takes days, such as a bank debit, is on its way. The buyer may see it.
alter table public.purchases add column settling_since timestamptz;
-- What the buyer will have paid, and when they were emailed that the payment is on its way, and that it has failed.
alter table shop.checkouts
	add column due_pence integer,
	add column pending_mailed_at timestamptz,
	add column failed_mailed_at timestamptz;
