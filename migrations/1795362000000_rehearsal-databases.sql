-- Whether the database is that of a rehearsal, whose purchases were paid with test cards. A live site refuses it, and a rehearsal refuses
-- any other, so that neither mixes its sales with the other's.
alter table shop.live_site add column is_rehearsal boolean not null default false;
