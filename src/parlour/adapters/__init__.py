"""The rules in other people's conventions: PettingZoo, Gymnasium, OpenSpiel. Each module needs the extra of its name."""
