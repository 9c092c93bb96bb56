-- Up Migration

-- Whether a code for all paid guides is for all bundles too. Codes of the release before never are.
alter table shop.discount_codes add column for_bundles boolean not null default false;
