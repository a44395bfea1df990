"""Ten ways to get a rule wrong: a comparison that none of them turns red sees too little."""

MUTANTS: dict[str, str] = {
    "straight_before_set": "a complete 1-6 is taken before a set that was complete first",
    "newset_allowed": "three dice of a face whose set is open start a second set (R-newset)",
    "fill_in_same_selection": "the missing end of a small straight of this selection pays as a fill (R-fill)",
    "equal_pairs_allowed": "four alike count as two pairs (R-pairs)",
    "extension_pays_100": "a die that joins an open set pays 100 whatever its face",
    "worth_off": "straights and pairs take dice that pay more loose (R-worth)",
    "one_to_six_off": "a refused selection with a complete 1-6 is not read again (R-1to6)",
    "bonus_on_seven": "the all-eight bonus is paid for seven of seven as well (R-all8)",
    "bonus_on_later_roll": "the bonus is paid whenever all the dice rolled are kept (R-all8)",
    "sequence_on_three_of_four": "four pairs are in sequence when three of them are",
}
