-- Up Migration

-- The address from which somebody without an account asks about their data. An emailed link has proven it. Null if they have an account.
-- Servers of the release before neither show nor answer these requests.
alter table shop.requests add column email text;
create unique index requests_data_open_email on shop.requests (email, kind)
	where purchase_id is null and user_id is null and answered_at is null;
-- A link about personal data belongs to an address, and to no purchase.
alter table shop.request_links
	alter column purchase_id drop not null,
	alter column user_id drop not null,
	add constraint request_links_about check ((purchase_id is null) = (user_id is null));
create index request_links_email on shop.request_links (email) where purchase_id is null;
