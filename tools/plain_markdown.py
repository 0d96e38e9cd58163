"""Markdown that any notebook program shows, from a resolved document of Sphinx: no roles, no directives.

Sphinx has put every number, name and title in its place by then, so the text says what the page says. A node that is
not known here is an error: nothing may be lost without a word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from docutils import nodes

Numbers = Mapping[str, Mapping[str, tuple[int, ...]]]  # by kind, then by id, as in `env.toc_fignumbers`

#: Nodes that leave no text: targets of links, and what only the page's own style needs.
SILENT = (nodes.target, nodes.comment, nodes.system_message, nodes.colspec, nodes.substitution_definition)
#: Nodes that are their children, one after the other.
INLINE = (nodes.inline, nodes.reference, nodes.abbreviation, nodes.generated)
SPECIAL = re.compile(r"([\\`*\[\]<$]|(?<!\w)_|_(?!\w))")
BLOCK_START = re.compile(r"^[#>+-](?=\s)|(?<=^\d)[.)](?=\s)|(?<=^\d\d)[.)](?=\s)")


@dataclass(frozen=True)
class Writer:
    """Writes the nodes of one document as Markdown, with the numbers that Sphinx gave them."""

    numbers: Numbers

    def number(self, kind: str, node: nodes.Element) -> str:
        """Return a node's number as the page shows it."""
        return ".".join(map(str, self.numbers[kind][node["ids"][0]]))

    def text(self, node: nodes.Node) -> str:
        """Return a piece of a line."""
        if isinstance(node, nodes.Text):
            return SPECIAL.sub(r"\\\1", " ".join(re.split(r"\s*\n\s*", str(node))))
        if isinstance(node, nodes.math):
            return f"${node.astext().strip()}$"
        if isinstance(node, nodes.literal):
            return f"`{node.astext()}`"
        if isinstance(node, nodes.raw):
            return node.astext() if node.astext() == "<br>" else ""
        if isinstance(node, SILENT):
            return ""
        if isinstance(node, nodes.image):  # the notebook travels without the file
            return f"(On the site, a picture: {node['alt']})"
        inner = self.line(node)
        if isinstance(node, nodes.emphasis):
            return f"*{inner}*"
        if isinstance(node, nodes.strong):
            return f"**{inner}**"
        if isinstance(node, nodes.reference) and "://" in node.get("refuri", ""):
            return f"[{inner}]({node['refuri']})"
        if isinstance(node, INLINE) or node.tagname == "number_reference":
            return inner
        raise ValueError(f"no plain Markdown is known for '{node.tagname}': {node.astext()[:80]}")

    def line(self, node: nodes.Element) -> str:
        """Return what stands in a paragraph, a title or the like."""
        return "".join(map(self.text, node.children))

    def block(self, node: nodes.Element, level: int = 1) -> str:
        """Return a block, with blank lines between the blocks it is made of."""
        if isinstance(node, SILENT) or (isinstance(node, nodes.raw) and "data-figure" in node.astext()):
            return ""  # a figure that the notebook draws further down
        if isinstance(node, nodes.title):
            return f"{'#' * level} {self.line(node)}"
        if isinstance(node, nodes.section):
            return self.blocks(node, level if "-content" in " ".join(node["classes"]) else level + 1)
        if isinstance(node, nodes.paragraph):
            return BLOCK_START.sub(r"\\\g<0>", self.line(node), count=1)
        if isinstance(node, nodes.math_block):
            return self.formula(node)
        if isinstance(node, nodes.literal_block):
            return f"```{node.get('language', '')}\n{node.astext()}\n```"
        if isinstance(node, (nodes.bullet_list, nodes.enumerated_list)):
            return self.list(node, level)
        if isinstance(node, nodes.block_quote):
            return "> " + self.blocks(node, level).replace("\n", "\n> ")
        if isinstance(node, nodes.table):
            return self.table(node)
        if "realtype" in node:
            return self.statement(node, level)
        if node.tagname == "proof_node":
            return re.sub(r"^Proof\.", "*Proof.*", self.blocks(node, level))
        if isinstance(node, (nodes.Admonition, nodes.container)):
            return self.blocks(node, level)
        raise ValueError(f"no plain Markdown is known for '{node.tagname}': {node.astext()[:80]}")

    def blocks(self, node: nodes.Element, level: int) -> str:
        """Return the blocks inside a node."""
        return "\n\n".join(filter(None, (self.block(child, level) for child in node.children)))

    def formula(self, node: nodes.math_block) -> str:
        """Return a displayed formula, with its number if it has one."""
        text = node.astext().strip()
        if node["nowrap"]:
            return text
        if r"\\" in text:
            text = rf"\begin{{split}}{text}\end{{split}}"  # as Sphinx does
        tag = rf" \tag{{{self.number('displaymath', node)}}}" if node.get("label") else ""
        return f"$$\n{text}{tag}\n$$"

    def list(self, node: nodes.Element, level: int) -> str:
        """Return a list; what belongs to an item is indented below it."""
        items = []
        for place, item in enumerate(node.children, start=node.get("start", 1)):
            mark = "- " if isinstance(node, nodes.bullet_list) else f"{place}. "
            items.append(mark + self.blocks(item, level).replace("\n", "\n" + " " * len(mark)))
        return "\n".join(items)

    def table(self, node: nodes.table) -> str:
        """Return a table; a bar in a cell would end it."""
        rows = [
            [self.blocks(entry, 1).replace("\n\n", "<br>").replace("|", r"\vert ") for entry in row.children]
            for row in node.findall(nodes.row)
        ]
        rows.insert(1, ["---"] * len(rows[0]))
        return "\n".join(f"| {' | '.join(row)} |" for row in rows)

    def statement(self, node: nodes.Element, level: int) -> str:
        """Return a theorem or its like: kind, number and title in bold, then the text."""
        title, *rest = node.children
        head = f"{node['realtype'].title()} {self.number(node['countertype'], node)} {self.line(title).strip()}".strip()
        return "\n\n".join(filter(None, (f"**{head}**", *(self.block(child, level) for child in rest))))
