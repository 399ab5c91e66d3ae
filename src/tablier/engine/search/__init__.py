"""Looking ahead: alpha-beta for two, expectimax with dice, Monte Carlo trees for more."""
