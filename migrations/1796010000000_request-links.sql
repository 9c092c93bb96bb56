-- Up Migration

-- Emailed links with which a buyer who is signed out cancels one purchase, gets their money back or complains.
create table shop.request_links (
	-- The SHA-256 of the link's token.
	token_hash bytea primary key,
	purchase_id uuid not null references public.purchases (id) on delete cascade,
	user_id uuid not null references auth.users (id) on delete cascade,
	-- The address that the link was sent to. If the account has another by now, the link has ended.
	email text not null,
	mailed_at timestamptz,
	expires_at timestamptz not null
);
create index request_links_purchase on shop.request_links (purchase_id);
create index request_links_user on shop.request_links (user_id);
create index request_links_expires on shop.request_links (expires_at);
alter table shop.request_links enable row level security;
alter table shop.request_links force row level security;
grant select, insert, update, delete on shop.request_links to shop_jobs;
create policy request_links_jobs on shop.request_links to shop_jobs using (true) with check (true);
