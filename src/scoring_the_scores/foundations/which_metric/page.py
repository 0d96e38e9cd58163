"""The guide on its page: the form, which a script makes alive, and the card, which needs none."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path

from claimledger import Page
from metricbook.writing import Output, write
from scoring_the_scores.foundations.which_metric import card, guide, guide_table

#: What may be said to anybody: the cautious answer, what belongs to every answer, and the command.
AT_THE_FOOT = (
    ("If nothing is known:", "AUROC and AP with their intervals, AP of a random order, and the cost curves."),
    (
        "Always:",
        "the positive class, the prevalence, the number of cases, what a tie counts; two models by the interval of "
        "their difference.",
    ),
)


def form() -> Page:
    """The seven questions as a form, hidden until a script makes it alive."""
    answer = guide.compose({})
    examples = "".join(
        f'<button class="guide-button" type="button" data-example="{name}">{escape(one.button)}</button>'
        for name, one in guide_table.EXAMPLES.items()
    )
    numbers = "".join(f"<li>{escape(guide_table.NUMBERS[key][0])}</li>" for key in answer.report)
    html = (
        '<section class="guide" id="the-guide" aria-label="Seven questions" hidden><form autocomplete="off">'
        f'<p class="guide-examples"><span>Examples:</span>{examples}'
        '<button class="guide-button" type="button" data-example="">clear</button></p>'
        f"{''.join(_fieldset(number, one) for number, one in enumerate(guide_table.QUESTIONS, start=1))}"
        '<div class="guide-answer" role="group" aria-label="What to report">'
        f'<p class="guide-head"><strong class="guide-title">{escape(answer.title)}</strong>'
        '<button class="guide-button" type="button" data-copies="guide-words">Copy the paragraph</button></p>'
        f'<ul class="guide-numbers">{numbers}</ul>'
        f'<p class="guide-words" id="guide-words">{escape(answer.words)}</p>'
        f'<p class="guide-command"><code class="guide-call" id="guide-call">{" ".join(answer.command)}</code>'
        '<button class="guide-button" type="button" data-copies="guide-call">Copy the command</button></p>'
        '<div class="guide-more"><details><summary>Fill in the brackets</summary>'
        f'<p class="guide-entries">{"".join(map(_entry, guide_table.PARAMETERS))}</p></details>'
        f"{_OWN}"
        '<p class="guide-hidden guide-status" role="status"></p>'
        "</div></form></section>"
    )
    return Page(f"The guide as a form: {len(guide_table.QUESTIONS)} questions. {answer.words}", html)


_OWN = (
    '<details class="guide-own"><summary>Have scores? See these numbers for them</summary>'
    '<p><label for="guide-rows">Paste rows of a label (0 or 1) and a score. They are read in this page and sent '
    "nowhere.</label>"
    '<textarea class="guide-rows" id="guide-rows" rows="5" spellcheck="false" placeholder="label,score&#10;1,0.87&#10;'
    '0,0.35"></textarea></p>'
    '<p><button class="guide-button" type="button" data-does="read">Read these rows</button> or '
    '<label for="guide-file">a file: </label><input class="guide-file" id="guide-file" type="file" '
    'accept=".csv,.tsv,.txt"></p>'
    '<p class="guide-read" role="status"></p></details></div><p class="guide-notes"></p>'
)


#: What stands at a question that does not arise without names, by its key.
IDLE = {
    "": "Without names this question does not arise.",
    "easy": "Without names there are no negatives. Easy cases of either class still raise accuracy, and LxCIM faster.",
}


def _fieldset(number: int, question: guide_table.Question) -> str:
    options = "".join(
        f'<label><input type="radio" name="{question.key}" value="{one.value}">{escape(one.button)}</label>'
        for one in question.options
    )
    idle = f'<p class="guide-idle">{IDLE.get(question.key, IDLE[""])}</p>' if question.needs_names else ""
    return (
        f'<fieldset data-question="{question.key}"><legend><b aria-hidden="true">{number}</b>{escape(question.title)}'
        f"</legend><div>{options}</div>{idle}</fieldset>"
    )


def _entry(one: guide_table.Parameter) -> str:
    if one.low is None:
        kind = 'type="text" maxlength="30"'
    else:
        kind = f'type="number" min="{one.low:g}" max="{one.high:.10g}" step="{1 if one.whole else "any"}"'
    return f'<label>{escape(one.label)} <input name="{one.key}" {kind} value="{one.default}"></label>'


def on_one_page() -> Page:
    """The card: the guide as a table, with links to it as a drawing and as a page for a printer."""
    rows = []
    for number, question in enumerate(guide_table.QUESTIONS, start=1):
        head = f'<th scope="rowgroup" rowspan="{len(question.options)}">{number} {escape(question.title)}</th>'
        lines = [f"<td>{escape(one.condition)}</td><td>{escape(one.advice)}</td>" for one in question.options]
        rows.append("<tbody>" + "".join(f"<tr>{head if not k else ''}{line}</tr>" for k, line in enumerate(lines)))
    columns = "".join(f'<th scope="col">{text}</th>' for text in card.COLUMNS)
    foot = "".join(f"<p><strong>{head}</strong> {escape(text)}</p>" for head, text in AT_THE_FOOT)
    if folder := os.environ.get("METRICBOOK_FIGDATA"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        drawn = card.draw(AT_THE_FOOT)
        write([Output(Path(folder) / f"{card.NAME}.{kind}", text=text) for kind, text in drawn.items()], force=True)
    links = " or ".join(f'<a href="../../figdata/{card.NAME}.{kind}">{kind.upper()}</a>' for kind in card.KINDS)
    html = (
        f'<div class="guide-card"><table class="table"><thead><tr>{columns}</tr></thead>'
        f"{'</tbody>'.join(rows)}</tbody></table>{foot}"
        f"<p><strong>All at once:</strong> <code>{guide_table.COMMAND}</code></p>"
        f'<p class="guide-downloads">This card to print or to pass on: {links}, one page of A4.</p></div>'
    )
    return Page("\n".join(" | ".join(line) for line in card.lines()), html)
