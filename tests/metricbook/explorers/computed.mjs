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
      places.flatMap((b) =>
        places.map((a) =>
          m.rankingScore(
            cells.map((cell) => cell / total),
            a,
            b,
          ),
        ),
      ),
    rightAt: () => places.map((share) => m.rightAt(decisions, share * decisions.total)),
    lossAt: () => places.map((skew) => m.lossAt(cells, skew)),
    leastLoss: () => places.map((skew) => -m.bestThreshold(sweep, (found) => -m.lossAt(found, skew)).value),
    bestScores: () =>
      places.flatMap((b) => places.map((a) => m.bestThreshold(sweep, (found) => m.rankingScore(found, a, b)).value)),
    "off the level": () => offTheLevel(m, cells),
    outcomes: () => Object.fromEntries(Object.keys(expected.outcomes).map((name) => [name, m.outcomes[name](cells)])),
    coverage: () => decisions.coverage,
    correct: () => decisions.correct,
    hull: () => Object.values(m.hullOf(sweep)),
    winRate: () => m.indistinguishability(sweep).winRate,
  };
  for (const over of ["cost", "skew"]) {
    special[`expectedMinLoss ${over}`] = () => m.expectedMinLoss(sweep, { over, alpha: 2, beta: 5 });
    special[`expectedLoss ${over}`] = () => m.expectedLoss(sweep, { over });
    special[`costCurve ${over}`] = () => Object.values(m.costCurve(sweep, over));
  }
  const ofDecisions = new Set(["lxcim", "audrcSum", "audrcIntegral"]);
  const value = (name) => special[name]?.() ?? m[name](ofDecisions.has(name) ? decisions : sweep);
  return Object.fromEntries(Object.keys(expected).map((name) => [name, value(name)]));
}

/* How far the outcomes' own point of the ROC square is from the lines on which their own scores lie. */
function offTheLevel(m, cells) {
  const [x, y] = [cells[1] / (cells[0] + cells[1]), m.outcomes.recall(cells)];
  const prevalence = (cells[2] + cells[3]) / cells.reduce((a, b) => a + b, 0);
  const ends = [
    [0.5, 0.5],
    [1, 0.5],
    [0.2, 0.9],
  ].map(([a, b]) => {
    const [ofX, ofY, rest] = m.scoreLevel(m.rankingScore(cells, a, b) || 0, a, b, prevalence);
    return Math.abs(ofX * x + ofY * y + rest);
  });
  return Math.max(...ends);
}
