CREATE TABLE signing_keys (
    -- The thumbprint of the public key (RFC 7638).
    kid text COLLATE "C" PRIMARY KEY,
    algorithm text COLLATE "C" NOT NULL,
    -- PKCS#8, DER.
    private_key bytea NOT NULL,
    created_at timestamp NOT NULL,
    -- Since when nothing is signed with it any more.
    retired_at timestamp
);
