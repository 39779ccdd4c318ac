DROP TABLE leaderboard_entries;
DROP TABLE leaderboard_runs;
