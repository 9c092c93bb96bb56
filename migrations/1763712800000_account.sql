-- Up Migration

-- Whose account was deleted, and when: nothing of the person but the id that no table knows any longer. To be gone through
-- again after a backup from before was put back.
create table auth.deleted_accounts (
	user_id uuid primary key,
	-- Where to say that it is done; removed once it has been said.
	notice_to text,
	deleted_at timestamptz not null
);
create index deleted_accounts_notice on auth.deleted_accounts (deleted_at) where notice_to is not null;
alter table auth.deleted_accounts enable row level security;
alter table auth.deleted_accounts force row level security;
grant select, insert on auth.deleted_accounts to shop_jobs;
grant update (notice_to) on auth.deleted_accounts to shop_jobs;
create policy deleted_accounts_jobs on auth.deleted_accounts to shop_jobs using (true) with check (true);

-- The purchases, downloads and receipts of a deleted account stay for the books and lose its id.
create index purchases_user on public.purchases (user_id);

-- A payment event is kept for what it says of the payment; who paid, the provider knows.
alter table shop.payment_events no force row level security;
update shop.payment_events set payload = payload
	#- '{data,object,customer_details}' #- '{data,object,customer_email}' #- '{data,object,billing_details}'
	#- '{data,object,receipt_email}' #- '{data,object,shipping}' #- '{data,object,evidence}';
alter table shop.payment_events force row level security;
