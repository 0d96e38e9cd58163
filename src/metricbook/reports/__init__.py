"""One's own predictions in, a report out: every metric with its uncertainty, and which of them answers the question.

``metricbook report predictions.csv --label y --score model_a --score model_b`` is the command, `metricbook.report` the
function.
"""
