"""King's Keys: four kingdoms gather, guard and steal soldiers, guards, coins and keys."""
