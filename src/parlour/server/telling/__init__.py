"""What is told beside the tables: of games, of finished matches, of what bots and advisors work out. Pure, for every shell."""
