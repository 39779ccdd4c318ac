DROP FUNCTION trigrams(text);
