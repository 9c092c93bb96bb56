-- Up Migration

-- Letters, and the Latin letters that they look like. Read only by functions that run as the owner of the database.
create table shop.confusables (letter text primary key, looks_like text not null);
alter table shop.confusables enable row level security;
alter table shop.confusables force row level security;
create policy confusables_owner on shop.confusables to current_user using (true);
