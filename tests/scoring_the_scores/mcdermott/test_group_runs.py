"""The three optimisation procedures against slow twins and hand computation; seeds, workers, summaries."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from metricbook import auroc, average_precision
from scoring_the_scores.mcdermott import plans
from scoring_the_scores.mcdermott import runs as subgroup_runs
from scoring_the_scores.mcdermott.measures import (
    measure,
    over_data_sets,
    ranked_measures,
    scored_measures,
    tidy,
)
from scoring_the_scores.mcdermott.runs import add_noise, fix_mistakes, permute_scores
from scoring_the_scores.mcdermott.score_sampler import Population
from scoring_the_scores.mcdermott.summaries import courses, disparity, start_end

TINY = Population(sizes=(8, 6), positives=(3, 2))


def first_scores(population: Population, seed: int) -> np.ndarray:
    """Scores of the first data set of a run."""
    return population.draw(rng=np.random.default_rng(np.random.SeedSequence(seed).spawn(1)[0].spawn(2)[0]))


def course(table: pd.DataFrame, scope: str, measured: str, dataset: int = 0) -> np.ndarray:
    chosen = table[(table["scope"] == scope) & (table["dataset"] == dataset)]
    return chosen.sort_values("step")[measured].to_numpy()


def test_measures_are_those_of_the_package_with_ties_and_in_each_group():
    rng = np.random.default_rng(1)
    for _ in range(50):
        scores = rng.integers(0, 6, size=14) / 5
        found = scored_measures(scores[None, :], TINY, 3)[0]
        for place, inside in enumerate((np.ones(14, dtype=bool), ~TINY.low, TINY.low)):
            assert found[place, 0] == pytest.approx(auroc(TINY.labels[inside], scores[inside]))
            assert found[place, 1] == pytest.approx(average_precision(TINY.labels[inside], scores[inside]))


def test_without_ties_measures_by_score_and_by_rank_agree():
    rng = np.random.default_rng(2)
    scores = rng.random((40, 14))
    order = np.argsort(-scores, axis=1)
    by_rank = ranked_measures(TINY.labels[order], TINY.low[order], 4)
    assert np.allclose(scored_measures(scores, TINY, 4), by_rank)


def test_tied_samples_share_the_last_of_the_best_places():
    scores = np.array([[0.5, 0.9, 0.5, 0.5, 0.1]])  # one place for three tied samples, one of them positive
    assert measure(scores, np.array([0]), 2)[0, 2] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("metric", "selection"), [("AUPRC", "topmost"), ("AUPRC", "greedy"), ("AUROC", "random"), ("AUROC", "greedy")]
)
def test_each_repair_exchanges_one_mistake_of_the_right_kind(metric, selection):
    table = fix_mistakes(TINY, metric=metric, selection=selection, steps=4, datasets=1, seed=5)
    scores, labels = first_scores(TINY, 5), TINY.labels
    overall = course(table, "overall", "AUPRC")
    for step in range(1, 5):
        order = np.argsort(-scores)
        ranked = labels[order]
        mistakes = [i for i in range(13) if not ranked[i] and ranked[i + 1]]
        if not mistakes:
            break
        after = []
        for i in mistakes:
            moved = scores.copy()
            moved[order[i]], moved[order[i + 1]] = scores[order[i + 1]], scores[order[i]]
            after.append((average_precision(labels, moved), moved))
        if selection == "topmost":
            scores = after[0][1]
        elif metric == "AUPRC":
            scores = max(after, key=lambda pair: pair[0])[1]
        else:  # random: the run's own result says which
            scores = min(after, key=lambda pair: abs(pair[0] - overall[step]))[1]
        for scope, inside in (("overall", TINY.low | True), ("high", ~TINY.low), ("low", TINY.low)):
            assert course(table, scope, "AUROC")[step] == pytest.approx(auroc(labels[inside], scores[inside]))
            assert course(table, scope, "AUPRC")[step] == pytest.approx(
                average_precision(labels[inside], scores[inside])
            )


def test_every_repair_adds_the_same_overall_auroc_until_none_is_left():
    table = fix_mistakes(TINY, metric="AUROC", steps=45, datasets=3, seed=1)
    for dataset in range(3):
        found = course(table, "overall", "AUROC", dataset)
        steps = np.diff(found)
        assert found[-1] == 1.0  # 5 x 9 = 45 pairs
        assert np.allclose(steps[steps > 0], 1 / 45)


def test_the_lowest_pair_can_be_left_out():
    tiny = Population(sizes=(2, 2), positives=(1, 1), target=0.01)  # the positives are the lowest two almost surely
    every = fix_mistakes(tiny, metric="AUPRC", selection="topmost", steps=6, datasets=8, seed=1)
    kept = fix_mistakes(tiny, metric="AUPRC", selection="topmost", steps=6, datasets=8, seed=1, lowest_pair=False)
    ends = [t[(t["step"] == 6) & (t["scope"] == "overall")]["AUROC"] for t in (every, kept)]
    assert ends[0].eq(1).all()
    assert ends[1].lt(1).all()


def test_permuting_keeps_the_best_candidate_by_a_slow_twin():
    from scoring_the_scores.mcdermott.permutations import bounded_permutations

    table = permute_scores(TINY, metric="AUPRC", n_candidates=4, steps=3, datasets=1, seed=3)
    rng = np.random.default_rng(np.random.SeedSequence(3).spawn(1)[0].spawn(2)[1])
    scores, labels = first_scores(TINY, 3), TINY.labels
    for step in range(1, 4):
        order = np.argsort(-scores)
        proposed = []
        for drawn in bounded_permutations(14, 3).draw(4, rng=rng):
            moved = np.empty(14)
            moved[order[drawn]] = scores[order]  # rank i is taken by the sample that stood at rank drawn[i]
            proposed.append((average_precision(labels, moved), moved))
        scores = max(proposed, key=lambda pair: pair[0])[1]
        assert course(table, "overall", "AUPRC")[step] == pytest.approx(average_precision(labels, scores))
        assert course(table, "low", "AUROC")[step] == pytest.approx(auroc(labels[TINY.low], scores[TINY.low]))


def test_more_candidates_choose_better():
    few, many = (permute_scores(metric="AUROC", n_candidates=k, datasets=50, seed=1, path=False) for k in (1, 30))
    means = [t[(t["scope"] == "overall") & (t["step"] == 25)]["AUROC"].mean() for t in (few, many)]
    assert means[0] < 0.85 < 0.9 < means[1]


def test_reseeded_candidates_come_back_and_fresh_ones_do_not():
    small = Population(sizes=(20, 20), positives=(4, 4))
    tables = {
        kind: permute_scores(small, metric="AUROC", n_candidates=1, candidates=kind, steps=2, datasets=1, seed=2)
        for kind in ("fresh", "re-seeded")
    }
    first = [course(t, "overall", "AUROC")[1] for t in tables.values()]
    second = [course(t, "overall", "AUROC")[2] for t in tables.values()]
    assert first[0] == first[1]
    assert second[0] != second[1]


def test_jittered_ranks_move_within_reach():
    start = permute_scores(TINY, metric="AUROC", moves="jittered permutations", steps=6, datasets=2, seed=1)
    assert start["AUROC"].between(0, 1).all()
    rng = np.random.default_rng(1)
    drawn = np.argsort(np.arange(100) + 4 * rng.random((200, 100)), axis=-1)
    assert np.abs(drawn - np.arange(100)).max() <= 3


def test_matrices_change_the_scores_themselves():
    details = {"moves": "copying matrices", "candidates": "re-seeded", "steps": 4}
    table = permute_scores(TINY, metric="AUROC", datasets=2, seed=1, **details)
    assert table["AUROC"].between(0, 1).all()
    assert len(table) == 2 * 5 * 3


def test_noise_of_no_size_changes_nothing_and_clipping_ties_at_zero():
    table = add_noise(TINY, deltas=[0.0, 0.3], vectors=5, datasets=2, seed=1)
    start = first_scores(TINY, 1)
    none = table[(table["step"] == 0) & (table["dataset"] == 0) & (table["scope"] == "overall")]
    assert none["AUROC"].tolist() == pytest.approx([auroc(TINY.labels, start)] * 2)
    for clip in (False, True):
        found = add_noise(TINY, deltas=[4.0], vectors=1, datasets=1, seed=1, clip=clip)["AUPRC"].iloc[0]
        rng = np.random.default_rng(np.random.SeedSequence(1).spawn(1)[0].spawn(2)[1])
        noisy = start + 4.0 * rng.uniform(-1, 1, size=14)
        assert found == pytest.approx(average_precision(TINY.labels, np.maximum(noisy, 0 if clip else -9)))


def test_the_chosen_noise_is_the_best_by_a_slow_twin():
    table = add_noise(TINY, deltas=[0.05], vectors=6, datasets=1, seed=4)
    rng = np.random.default_rng(np.random.SeedSequence(4).spawn(1)[0].spawn(2)[1])
    noisy = first_scores(TINY, 4) + 0.05 * rng.uniform(-1, 1, size=(6, 14))
    for metric, value in (("AUROC", auroc), ("AUPRC", average_precision)):
        best = max(noisy, key=lambda scores: value(TINY.labels, scores))
        chosen = table[(table["metric"] == metric) & (table["scope"] == "low")].iloc[0]
        assert chosen["AUROC"] == pytest.approx(auroc(TINY.labels[TINY.low], best[TINY.low]))


def test_stretched_noise_keeps_its_direction():
    deltas = [0.001, 0.001]
    fresh, same = (
        add_noise(TINY, deltas=deltas, datasets=1, seed=1, vectors=1, candidates=kind)["AUPRC"].to_numpy()
        for kind in ("fresh", "re-seeded")
    )
    assert (same[:3] == same[3:6]).all()
    assert fresh.shape == same.shape


@pytest.mark.parametrize("run", [fix_mistakes, permute_scores])
def test_results_depend_on_the_seed_and_on_nothing_else(run, monkeypatch):
    table = run(metric="AUPRC", datasets=30, seed=7, steps=3)
    pd.testing.assert_frame_equal(table, run(metric="AUPRC", datasets=30, seed=7, steps=3, workers=1))
    shorter = run(metric="AUPRC", datasets=4, seed=7, steps=3)
    pd.testing.assert_frame_equal(table[table["dataset"] < 4], shorter)
    monkeypatch.setattr("scoring_the_scores.mcdermott.measures.CHUNK", 7)
    pd.testing.assert_frame_equal(table, run(metric="AUPRC", datasets=30, seed=7, steps=3, workers=3))
    assert not table["AUPRC"].equals(run(metric="AUPRC", datasets=30, seed=8, steps=3)["AUPRC"])


@pytest.mark.parametrize("run", [fix_mistakes, permute_scores])
def test_first_and_last_step_alone_are_those_of_the_whole_path(run):
    table = run(metric="AUROC", datasets=3, seed=7, steps=4)
    ends = run(metric="AUROC", datasets=3, seed=7, steps=4, path=False)
    kept = table[table["step"].isin([0, 4])].reset_index(drop=True)
    pd.testing.assert_frame_equal(kept, ends)


@pytest.mark.parametrize(
    ("run", "details", "said"),
    [
        (fix_mistakes, {"metric": "F1"}, "metric must be"),
        (fix_mistakes, {"metric": "AUROC", "selection": "best"}, "selection"),
        (fix_mistakes, {"metric": "AUROC", "steps": 0}, "steps"),
        (fix_mistakes, {"metric": "AUROC", "datasets": 0}, "datasets"),
        (permute_scores, {"metric": "AUROC", "candidates": "old"}, "candidates"),
        (permute_scores, {"metric": "AUROC", "n_candidates": 0}, "n_candidates"),
        (permute_scores, {"metric": "AUROC", "moves": "shuffles", "datasets": 1}, "moves"),
        (add_noise, {"deltas": []}, "noise"),
        (add_noise, {"deltas": [-0.1]}, "noise"),
        (add_noise, {"deltas": [0.1], "candidates": "old"}, "candidates"),
    ],
)
def test_arguments_without_meaning_are_refused(run, details, said):
    with pytest.raises(ValueError, match=said):
        run(seed=1, **details)


def test_summaries_by_hand():
    values = np.zeros((2, 2, 3, 3))
    values[:, 1, 1] = [[0.2, 0, 0], [0.4, 0, 0]]  # the high group gains 0.2 and 0.4
    values[:, 1, 2] = [[0.1, 0, 0], [-0.1, 0, 0]]  # the low group gains 0.1 and loses 0.1
    table = tidy(values, run="M", metric="AUROC")
    found = start_end(table, measures=("AUROC",)).set_index("scope")
    assert found.loc["high", ["change", "se", "falls"]].tolist() == pytest.approx([0.3, 0.1, 0.0])
    assert found.loc["low", ["change", "se", "falls"]].tolist() == pytest.approx([0.0, 0.1, 0.5])
    gap = disparity(table, measures=("AUROC",)).iloc[0]
    assert [gap["gap"], gap["se"]] == pytest.approx([0.3, 0.2])  # gaps 0.1 and 0.5
    end = courses(table).query("scope == 'high' and step == 1").iloc[0]
    assert end[["mean", "se", "p05", "p95"]].tolist() == pytest.approx([0.3, 0.1, 0.21, 0.39])


def test_each_data_set_has_a_stream_of_its_own():
    seen = []

    def work(scores, generators):
        seen.extend(rng.random() for rng in generators)
        return scores

    found = over_data_sets(work, TINY, datasets=3, seed=1, workers=1, name="")
    assert found.shape == (3, 14)
    assert len(set(seen)) == 3
    assert (found[0] == first_scores(TINY, 1)).all()


def test_the_plans_are_what_they_say():
    run = plans.as_run("M2", "AUPRC", datasets=2)
    assert run["step"].max() == 49  # fifty recorded states
    assert plans.stated("M2", "AUPRC", datasets=2)["step"].max() == 50
    assert plans.as_run("M3", "AUPRC", datasets=2)["step"].max() == 24
    noise = plans.noise(authors=True, datasets=2)
    assert noise["step"].nunique() == 50
    assert noise["step"].max() == 0.098
    ends = plans.noise(authors=True, datasets=2, path=False)
    kept = noise[noise["step"].isin([0.0, 0.098])].reset_index(drop=True)
    pd.testing.assert_frame_equal(kept, ends)  # stretched noise: sizes in between change nothing
    beside = plans.beside_the_authors(run)
    assert beside[["authors_start", "authors_end"]].to_numpy().tolist()[0] == [0.851, 0.877]
    assert replace(subgroup_runs.LARGE, sizes=(100, 100), positives=(5, 1)) == subgroup_runs.SMALL


def test_one_row_for_each_variant():
    table = plans.sensitivity("M2", "AUPRC", datasets=3)
    assert table["variant"].tolist() == list(plans.M2_VARIANTS)
    assert np.allclose(table["gap"], table["high"] - table["low"])
