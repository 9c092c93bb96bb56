-- What an owner sees of an uploaded file before it is published: the name that it had on their computer, and how many pages it has if
-- it is a PDF that says so.
alter table shop.editions add column uploaded_name text, add column pages integer;
