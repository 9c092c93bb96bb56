-- Up Migration

-- Events come in any order. One about a payment no purchase has been settled with yet waits for it, and is handled then.
alter table shop.payment_events add column waits_for_payment text;
create index payment_events_waiting on shop.payment_events (waits_for_payment) where processed_at is null;

-- Disputes the provider has closed, by its ids: the news that one was opened may come after the news of its end.
alter table shop.checkouts add column closed_disputes text[] not null default '{}';

-- Reconciliation begins with the purchases it has not looked at for longest.
create index checkouts_updated on shop.checkouts (updated_at);
