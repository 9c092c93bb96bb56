-- Up Migration

-- Documents name a picture by its id, which stays. What is shown under it can be a part of it, or another picture in its place.
alter table shop.pictures
	-- What the member called its file.
	add column name text check (length(name) between 1 and 200),
	-- With what the names of its files begin, and its width and height are of these files; null if that is its id.
	add column shown text check (shown ~ '^[0-9a-f]{32}$'),
	-- The whole picture that parts are cut from, with `id`, `width` and `height` of its files; null while it is shown whole.
	add column original jsonb,
	-- The part that is shown, as fractions of the original's width and height.
	add column crop jsonb;
create trigger pictures_tell_pages after update on shop.pictures for each row execute function shop.tell_pages();
