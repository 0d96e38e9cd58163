"""The inventory of misconceptions: its form, its key by computation, and sources that are there."""

from __future__ import annotations

from collections import Counter

import claimledger as ledger
from tests.scoring_the_scores.exercises import solutions
from tests.scoring_the_scores.inventory import computed


def test_each_item_has_four_options_one_of_them_right_by_computation() -> None:
    items, key = computed.items(), computed.key()
    assert list(key) == list(items)
    assert len(items) == 15
    for name, item in items.items():
        wrong = [one for one, letter in zip(item.options, computed.LETTERS, strict=True) if letter != key[name]]
        assert len({one.text for one in item.options}) == 4
        assert all(one.thinks and one.source for one in wrong), name
        assert not item.options[computed.LETTERS.index(key[name])].thinks, name
    assert min(Counter(key.values()).values()) >= 3  # no letter is a good guess


def test_every_source_of_a_wrong_option_is_there_or_called_a_guess() -> None:
    claims = ledger.load()
    guesses = 0
    for item in computed.items().values():
        for one in item.options:
            exercise, _, mistake = one.source.partition("/")
            guesses += one.source == "a guess"
            named = [wrong.of.__name__ for wrong in solutions.MISTAKES.get(exercise, ())]
            assert one.source in ("", "a guess", *claims) or mistake in named, (item.id, one.source)
    assert guesses <= 22  # of 45
