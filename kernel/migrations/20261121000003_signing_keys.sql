CREATE TABLE signing_keys (
    -- The thumbprint of the public key (RFC 7638).
    kid TEXT NOT NULL PRIMARY KEY,
    algorithm TEXT NOT NULL,
    -- PKCS#8, DER.
    private_key BLOB NOT NULL,
    created_at TIMESTAMP NOT NULL,
    -- Since when nothing is signed with it any more.
    retired_at TIMESTAMP
);

-- migrate:down
DROP TABLE signing_keys;
