ALTER TABLE saved_filters DROP COLUMN on_index;
