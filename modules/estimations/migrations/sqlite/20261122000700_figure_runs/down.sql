DROP TABLE flags;
DROP TABLE estimator_figures;
DROP TABLE figure_runs;
