"""Which functions and methods of libraries the noise stands in for, and the choice for whatever our code names.

`perturbed` is what rewritten code calls for each name or attribute that is one of `NAMES`. What is no function or
method listed here, it returns as it is. It looks at modules that are loaded already, and loads none.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from types import BuiltinFunctionType, MethodType
from typing import Any

import numpy as np

from tools.noise import perturbing
from tools.noise.perturbing import CONDITION, ULPS, after, last_place, relative

#: What is called in place of a function or a method; it is given that first, and then the arguments.
StandIn = Callable[..., Any]


def each(names: Iterable[str] | str, stand_in: StandIn) -> dict[str, StandIn]:
    """Return a table in which one thing stands in for all names, which are words of a text or a set."""
    return dict.fromkeys(names.split() if isinstance(names, str) else names, stand_in)


DIGITS = partial(after, last_place, ULPS)
ENTRIES = partial(after, relative, CONDITION)
SUMS = ("sum", "mean", "std", "var", "prod")
LAWS = each("cdf sf ppf isf pdf logpdf pmf expect", DIGITS)
FRAMES = each(SUMS, perturbing.frame_sum) | each("sort_values sort_index", perturbing.sorted_frame)
#: By module: the names of functions there, and what stands in for them.
FUNCTIONS: dict[str, dict[str, StandIn]] = {
    "builtins": {"sum": perturbing.summed},
    "math": each("exp expm1 log log1p log2 log10 pow hypot lgamma gamma erf erfc", DIGITS)
    | each("sin cos tan asin acos atan atan2 sinh cosh tanh", DIGITS),
    "numpy": each("exp expm1 exp2 log log1p log2 log10 power float_power hypot cbrt logaddexp", DIGITS)
    | each("sin cos tan arcsin arccos arctan arctan2 sinh cosh tanh arctanh", DIGITS)
    | each("interp logspace geomspace trapezoid average cov corrcoef correlate", DIGITS)
    | each((*SUMS, "nansum", "nanmean"), perturbing.in_another_order)
    | each("dot inner matmul", perturbing.product)
    | each("argsort argpartition", perturbing.unstable)
    | each("polyfit", ENTRIES),
    "numpy.linalg": each("solve inv pinv lstsq eigh eigvalsh eig svd qr det norm cholesky", ENTRIES),
    "numpy.polynomial.hermite_e": each("hermegauss", ENTRIES),
    "numpy.polynomial.legendre": each("leggauss", ENTRIES),
    "scipy.integrate": each("quad dblquad", ENTRIES),
    "scipy.linalg": each("solve inv pinv lstsq eigh eigvalsh eig svd qr det norm cholesky", ENTRIES),
    "scipy.linalg.lapack": each("dpotrf dpotri", ENTRIES),
    "scipy.optimize": {"brentq": perturbing.root} | each("minimize minimize_scalar root", perturbing.minimum),
    "scipy.special": each("ndtr ndtri log_ndtr owens_t expit logit log_expit xlogy bdtr stdtrit", DIGITS)
    | each("beta betainc betaincc betaln gammaln digamma", DIGITS),
    "scipy.stats": each("spearmanr kendalltau pearsonr kstest rankdata", DIGITS),
}
#: By module and class: the names of methods, of that class and of those derived from it, and what stands in for them.
METHODS: dict[tuple[str, str], dict[str, StandIn]] = {
    ("numpy", "ndarray"): each(SUMS, perturbing.array_sum)
    | each("argsort argpartition", perturbing.array_sort)
    | each("dot", perturbing.array_dot),
    ("numpy", "ufunc"): each("reduce reduceat", DIGITS),
    ("numpy.random", "Generator"): each("normal standard_normal lognormal uniform beta gamma", DIGITS)
    | each("exponential standard_exponential", DIGITS)
    | each("multivariate_normal", ENTRIES),
    ("pandas", "DataFrame"): FRAMES,
    ("pandas", "Series"): FRAMES,
    ("pandas.api.typing", "DataFrameGroupBy"): each(SUMS, DIGITS),
    ("pandas.api.typing", "SeriesGroupBy"): each(SUMS, DIGITS),
    ("scipy.stats", "rv_continuous"): LAWS,
    ("scipy.stats.distributions", "rv_frozen"): LAWS,
    ("sklearn.base", "BaseEstimator"): each("fit fit_transform", perturbing.fit)
    | each("decision_function predict_proba predict_log_proba predict_joint_log_proba", perturbing.scored),
}
#: The names that are rewritten.
NAMES = {name for table in (*FUNCTIONS.values(), *METHODS.values()) for name in table}


def perturbed(found: Any) -> Any:
    """Return what stands in for a function or method of a library, and anything else as it is."""
    name = getattr(found, "__name__", None)
    if not isinstance(name, str) or not callable(found):
        return found
    owner = getattr(found, "__self__", None)
    bound = isinstance(found, (MethodType, BuiltinFunctionType)) and owner is not None and type(owner) is not type(sys)
    stand_in = methods(type(owner)).get(name) if bound else function(found, name)
    return partial(stand_in, found) if stand_in else found


@lru_cache(maxsize=1024)
def methods(kind: type) -> dict[str, StandIn]:
    """Return what stands in for methods of objects of a class."""
    for (module, name), table in METHODS.items():
        known = getattr(sys.modules.get(module), name, None)
        if known is not None and issubclass(kind, known):
            return {} if kind is np.ma.MaskedArray else table
    return {}


@lru_cache(maxsize=4096)
def function(found: Callable[..., Any], name: str) -> StandIn | None:
    """Return what stands in for a function, if it is one of a library's."""
    for module, table in FUNCTIONS.items():
        if name in table and getattr(sys.modules.get(module), name, None) is found:
            return table[name]
    return None


def matmul(a: Any, b: Any) -> Any:
    """Return what stands in for `a @ b`."""
    both = isinstance(a, np.ndarray) and isinstance(b, np.ndarray)
    return perturbing.product(np.matmul, a, b) if both else a @ b


def pow(a: Any, b: Any) -> Any:
    """Return what stands in for `a ** b`; squares, roots and reciprocals are rounded as IEEE 754 says."""
    found = a**b
    return found if type(b) in (int, float) and b in (-1, 0, 0.5, 1, 2) else last_place(found)
