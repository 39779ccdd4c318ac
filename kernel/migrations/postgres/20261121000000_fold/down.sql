DROP FUNCTION fold(text);
