-- Up Migration

-- Whose checkout was refused, so that several presses of one buyer can count as one. Null in rows of an earlier version.
alter table shop.refused_checkouts add column purchase_id uuid;
