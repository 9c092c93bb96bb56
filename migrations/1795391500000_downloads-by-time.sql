-- For summing the downloads of today.
create index downloads_at on public.downloads (at);
