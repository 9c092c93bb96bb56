-- Up Migration

-- Who sold: the shop, or Stripe as its merchant of record. Servers of the release before open pages on which the shop sells.
alter table shop.checkouts add column sold_by text not null default 'shop';
