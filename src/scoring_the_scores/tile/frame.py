"""The frame of the Tile and how names are written in it, the same in every chapter."""

from __future__ import annotations

from matplotlib.axes import Axes

#: How names are written in the figures.
SYMBOLS = {
    "F1": "$F_1$", "J+": "$J_+$", "J-": "$J_-$", "J_Y": "$J_Y$", "kappa": r"$\kappa$",
    "X tn,tp|tn,fn,tp": "$X_{tn,tp|tn,fn,tp}$", "X tn,tp|tn,fp,tp": "$X_{tn,tp|tn,fp,tp}$",
}  # fmt: skip
_TICKS = (0, 0.5, 1)


def frame_tile(axes: Axes) -> Axes:
    """Give axes the paper's square: a to the right from tn to tp, b upwards from false alarms to misses, named once."""
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xlabel="$a$", ylabel="$b$")
    axes.set_xticks(_TICKS, ["0.0\ntn", "0.5", "1.0\ntp"])
    axes.set_yticks(_TICKS, ["false alarms\ncostly (fp) 0.0", "0.5", "misses\ncostly (fn) 1.0"])
    lowest, _, highest = axes.get_yticklabels()
    lowest.set_verticalalignment("bottom")
    highest.set_verticalalignment("top")
    axes.yaxis.labelpad = -30
    axes.label_outer()
    for side in ("top", "right"):
        axes.spines[side].set_visible(True)
    return axes
