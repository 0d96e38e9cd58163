"""Bounded permutations: counted and drawn uniformly, against full enumeration; and moves that copy scores."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from math import factorial

import numpy as np
import pytest

from scoring_the_scores.mcdermott.faulty_moves import Copying, draw_copying, move
from scoring_the_scores.mcdermott.permutations import BoundedPermutations, bounded_permutations


def admissible(n: int, shift: int) -> list[tuple[int, ...]]:
    """All of them, from the definition."""
    return [p for p in permutations(range(n)) if all(abs(a - b) <= shift for a, b in enumerate(p))]


@pytest.mark.parametrize(("n", "shift"), list(product(range(1, 8), range(5))))
def test_every_admissible_permutation_has_the_same_chance_and_no_other_any(n, shift):
    law = BoundedPermutations(n, shift)
    allowed = set(admissible(n, shift))
    assert law.count == len(allowed)
    for one in permutations(range(n)):
        expected = 1 / len(allowed) if one in allowed else 0.0
        assert law.probability(one) == pytest.approx(expected, rel=1e-13)


def test_known_counts():
    assert [BoundedPermutations(n, 2).count for n in range(1, 9)] == [1, 2, 6, 14, 31, 73, 172, 400]  # OEIS A002524
    assert [BoundedPermutations(n, 3).count for n in range(1, 9)] == [1, 2, 6, 24, 78, 230, 675, 2069]  # A002526
    assert BoundedPermutations(6, 8).count == factorial(6)


def test_counts_of_long_lists_are_whole_numbers_that_no_float_can_hold():
    count = BoundedPermutations(400, 3).count
    ways = {(1 << 3) - 1: 1}  # forwards, from the first place on, with a dictionary of states
    for _ in range(400):
        after = Counter()
        for mask, number in ways.items():
            free = [0] if not mask & 1 else [bit for bit in range(7) if not mask >> bit & 1]
            for bit in free:
                after[(mask | 1 << bit) >> 1] += number
        ways = after
    assert count == ways[(1 << 3) - 1]
    assert count > 10**190


def test_draws_are_permutations_within_reach_and_cover_all():
    drawn = BoundedPermutations(5, 3).draw(4_000, rng=np.random.default_rng(3))
    assert {tuple(row) for row in drawn.tolist()} == set(admissible(5, 3))
    long = bounded_permutations(300, 3).draw(50, rng=np.random.default_rng(3))
    assert (np.sort(long, axis=1) == np.arange(300)).all()
    assert np.abs(long - np.arange(300)).max() == 3


def test_a_draw_is_where_the_uniform_number_falls_among_the_exact_chances():
    law = BoundedPermutations(3, 1)  # 012, 021, 102: place 0 keeps 0 with chance 2/3
    uniforms = np.array([[0.0, 0.0, 0.0], [0.66, 0.51, 0.0], [0.67, 0.0, 0.0], [0.999, 0.999, 0.999]])
    drawn = law.from_uniforms(uniforms).tolist()
    assert sorted(map(tuple, drawn[:3])) == [(0, 1, 2), (0, 2, 1), (1, 0, 2)]
    assert drawn[3] == drawn[2]


def test_the_last_number_below_one_is_within_the_tables():
    drawn = bounded_permutations(200, 3).from_uniforms(np.full((1, 200), np.nextafter(1.0, 0.0)))
    assert (np.sort(drawn) == np.arange(200)).all()


@pytest.mark.parametrize(("n", "shift", "said"), [(0, 1, "n must be"), (3, -1, "shift"), (3, 9, "shift")])
def test_sizes_out_of_range_are_refused(n, shift, said):
    with pytest.raises(ValueError, match=said):
        BoundedPermutations(n, shift)


def test_uniforms_of_another_length_are_refused():
    with pytest.raises(ValueError, match="length 4"):
        BoundedPermutations(4, 1).from_uniforms(np.zeros((2, 3)))


def test_scores_add_where_they_meet():
    drawn = Copying(np.array([[0, 1, 2], [2, 1, 0]]), np.array([[1, 1], [0, 2]]), np.array([[0, 2], [1, 1]]))
    assert move(np.array([1.0, 2.0, 4.0]), drawn).tolist() == [[1, 7, 4], [6, 2, 3]]


def test_faulty_moves_stay_within_reach_drop_nothing_and_are_no_permutations():
    drawn = draw_copying(200, 3, 300, rng=np.random.default_rng(5))
    assert (np.sort(drawn.sources) == np.arange(200)).all()
    assert np.abs(drawn.places - drawn.copied).max() == 3
    assert (np.take_along_axis(drawn.sources, drawn.places, axis=1) != drawn.copied).all()  # never to its own place
    arrivals = move(np.ones(200), drawn)
    assert (arrivals >= 1).all()
    assert (arrivals > 1).any(axis=1).all()
    assert np.mean(arrivals == 2) == pytest.approx(0.02, abs=0.001)  # as measured in the authors' matrices
    assert np.mean(arrivals > 2) < 0.002


def test_a_copy_goes_to_every_other_place_within_reach_alike():
    drawn = draw_copying(5, 1, 20_000, rng=np.random.default_rng(5), share=0.2)
    stays = drawn.sources[:, 2] == 2
    middle = drawn.places[stays & (drawn.copied[:, 0] == 2), 0]
    assert set(middle.tolist()) == {1, 3}
    assert np.mean(middle == 1) == pytest.approx(0.5, abs=0.04)


def test_shares_out_of_range_are_refused():
    with pytest.raises(ValueError, match="share"):
        draw_copying(10, 3, 1, rng=np.random.default_rng(1), share=0.0)
