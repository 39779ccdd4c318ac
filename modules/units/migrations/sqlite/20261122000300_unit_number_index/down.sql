DROP INDEX units_number;
