-- Up Migration

-- An article is a document of its own kind. When it was first and last published is in its history.
alter table shop.documents drop constraint documents_kind_check;
alter table shop.documents add constraint documents_kind_check check (kind in ('product', 'page', 'site', 'article'));
