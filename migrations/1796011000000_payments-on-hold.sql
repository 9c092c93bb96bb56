-- Up Migration

-- When the buyer was emailed that their payment is on hold, and that they can still cancel.
alter table shop.checkouts add column held_mailed_at timestamptz;
