/* What the site's scripts find on their pages, besides what every browser has. */

/** Of Sphinx's search. */
declare const Search: {
  _parseQuery(query: string): [query: string, found: Set<string>, excluded: Set<string>, terms: Set<string>];
};
declare function _highlightText(node: Element, text: string, className: string): void;
/** Of search_texts.py: the sections of each page, by id. */
declare const SECTION_TEXTS: Record<string, [id: string, text: string][]>;

interface Window {
  MathJax?: { startup?: { document?: { lazyTypesetAll(): Promise<void> } } };
}
