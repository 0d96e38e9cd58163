/* Everything that the golden cases expect, computed with the given functions: in Node, or in a browser's page. */
export function computed(m, { labels, scores, weights, threshold, expected }) {
  const sample = m.sorted(labels, scores, weights);
  const sweep = m.sweepOf(sample);
  const decisions = m.confidenceSweepOf(sample, threshold);
  const cells = m.confusionAt(sample, threshold);
  const total = cells.reduce((a, b) => a + b, 0);
  const places = [0, 0.25, 0.5, 0.9, 1];
  const special = {
    "hMeasure 3.5 1.2": () => m.hMeasure(sweep, { alpha: 3.5, beta: 1.2 }),
    confusion: () => cells,
    rankingScores: () =>
      places.flatMap((b) => places.map((a) => m.rankingScore(cells.map((cell) => cell / total), a, b))),
    outcomes: () => Object.fromEntries(Object.keys(expected.outcomes).map((name) => [name, m.outcomes[name](cells)])),
    coverage: () => decisions.coverage,
    correct: () => decisions.correct,
    hull: () => Object.values(m.hullOf(sweep)),
    winRate: () => m.indistinguishability(sweep).winRate,
  };
  for (const over of ["cost", "skew"]) {
    special[`expectedMinLoss ${over}`] = () => m.expectedMinLoss(sweep, { over, alpha: 2, beta: 5 });
    special[`expectedLoss ${over}`] = () => m.expectedLoss(sweep, { over });
    special[`costLines ${over}`] = () => Object.values(m.costLines(sweep, over)).slice(1);
    special[`costCurve ${over}`] = () => Object.values(m.costCurve(sweep, over));
  }
  const ofDecisions = new Set(["lxcim", "audrcSum", "audrcIntegral", "accuracyOf"]);
  const value = (name) => special[name]?.() ?? m[name](ofDecisions.has(name) ? decisions : sweep);
  return Object.fromEntries(Object.keys(expected).map((name) => [name, value(name)]));
}
