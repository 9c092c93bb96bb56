-- Up Migration

-- A receipt that is emailed again keeps the times at which it was emailed before, and when the newest sending was asked for.
alter table public.receipts add column emailed_before timestamptz[] not null default '{}', add column queued_again_at timestamptz;
grant update (emailed_before, queued_again_at) on public.receipts to shop_jobs;
