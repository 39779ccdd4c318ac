DROP TABLE consensus;
DROP TABLE assessments;
