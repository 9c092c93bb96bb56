-- Up Migration

-- Every signed-in request reads the claims a few times. PostgreSQL could not inline these functions because they set the search path. They need none:
-- the body of an SQL function that is written with `return` is resolved when it is created.
alter function auth.jwt() reset search_path;
alter function auth.uid() reset search_path;
alter function auth.role() reset search_path;
alter function realtime.topic() reset search_path;
