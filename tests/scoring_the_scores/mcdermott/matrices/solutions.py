"""Solutions and mistakes: The matrices that were no permutations."""

from __future__ import annotations

import numpy as np

from tests.scoring_the_scores.exercises.solutions import mistakes, solves


@solves("mcdermott.is-it-a-permutation")
def is_it_a_permutation(given):
    """Zeros and ones, and one 1 in each row and in each column."""

    def permutes(rows):
        matrix = np.array(rows)
        square = matrix.shape[0] == matrix.shape[1]
        return bool(
            square and np.isin(matrix, (0, 1)).all() and (matrix.sum(0) == 1).all() and (matrix.sum(1) == 1).all()
        )

    return permutes


@mistakes("mcdermott.is-it-a-permutation", says="copies an entry")
def rows_only(given):
    return lambda rows: all(sum(row) == 1 for row in rows)


@mistakes("mcdermott.is-it-a-permutation", says="adds two entries")
def columns_only(given):
    return lambda rows: all(sum(column) == 1 for column in zip(*rows, strict=True))


@mistakes("mcdermott.is-it-a-permutation", says="mixes or changes")
def sums_only(given):
    return lambda rows: all(sum(row) == 1 for row in rows) and all(sum(c) == 1 for c in zip(*rows, strict=True))


@mistakes("mcdermott.is-it-a-permutation", says="is a permutation, and the function says False")
def the_identity_only(given):
    return lambda rows: rows == [[int(i == j) for j in range(len(rows))] for i in range(len(rows))]


@mistakes("mcdermott.is-it-a-permutation", says="must return True or False")
def prints(given):
    return lambda rows: None
