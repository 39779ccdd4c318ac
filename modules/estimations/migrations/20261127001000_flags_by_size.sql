-- How many times the larger of estimate and consensus is the smaller: a tenth is as far off as tenfold.
ALTER TABLE flags ADD COLUMN times_apart DOUBLE NOT NULL DEFAULT 1;
UPDATE flags SET times_apart = CASE
    WHEN distance >= 0 THEN 1 + distance / 100
    WHEN distance > -99.99 THEN 100 / (100 + distance)
    ELSE 10000
END;

-- migrate:down
ALTER TABLE flags DROP COLUMN times_apart;
