-- Up Migration

-- Whether a page started the download by itself, after a payment; null for downloads from before this was recorded. Such a download
-- alone doesn't count as opening the guide, so a later one by the buyer within the same ten minutes takes it back.
alter table public.downloads add column automatic boolean;
grant update (automatic) on public.downloads to shop_jobs;
