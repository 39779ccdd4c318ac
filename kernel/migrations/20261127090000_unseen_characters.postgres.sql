-- fold() leaves out characters that cannot be seen, and makes every white space a space: the first letters of
-- the list become spaces, the others nothing. A line that ends in CR LF is one that ends in LF.
CREATE OR REPLACE FUNCTION fold(text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN normalize(lower(normalize(translate($1,
        U&'\0009\000A\000B\000C\0085\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000'
        '\000D\0001\0002\0003\0004\0005\0006\0007\0008\000E\000F\0010\0011\0012\0013\0014\0015\0016\0017\0018'
        '\0019\001A\001B\001C\001D\001E\001F\007F\0080\0081\0082\0083\0084\0086\0087\0088\0089\008A\008B\008C'
        '\008D\008E\008F\0090\0091\0092\0093\0094\0095\0096\0097\0098\0099\009A\009B\009C\009D\009E\009F\00AD'
        '\061C\200B\200C\200D\200E\200F\202A\202B\202C\202D\202E\2060\2066\2067\2068\2069\FEFF',
        repeat(' ', 23)), NFC) COLLATE "und-x-icu"), NFC) COLLATE "C";

-- Two accounts that differ by such characters alone are one address: the older one keeps it.
DROP INDEX accounts_email_unique;
UPDATE accounts SET email = id || '.' || email
    WHERE id NOT IN (SELECT min(id) FROM accounts GROUP BY fold(email));
CREATE UNIQUE INDEX accounts_email_unique ON accounts (fold(email));

-- migrate:down
CREATE OR REPLACE FUNCTION fold(text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN normalize(lower(normalize($1, NFC) COLLATE "und-x-icu"), NFC) COLLATE "C";
REINDEX INDEX accounts_email_unique;
