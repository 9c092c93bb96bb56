-- What was asked for, as a hash of the act and its input, and how many times that had been done before. Of several requests that were
-- planned in the same state, only one can record its act; the others are refused and change nothing.
alter table shop.owner_acts add column asked text, add column turn integer;
create unique index owner_acts_once on shop.owner_acts (asked, turn) where asked is not null;
