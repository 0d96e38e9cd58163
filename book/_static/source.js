/* Pages of source have no buttons: they follow the mode that was chosen on another page, or the system's. */
"use strict";
const mode = localStorage.getItem("mode") || "auto";
const dark = mode === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : mode === "dark";
document.documentElement.dataset.theme = dark ? "dark" : "light";
