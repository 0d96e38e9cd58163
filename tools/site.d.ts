/* What the site's scripts find on their pages, besides what every browser has. */

/** Of clipboard.js, which is on every page with code to copy. */
declare const ClipboardJS: { copy(text: string, options: { container: Element }): void };
/** Of search_texts.py: the pages with their sections, and the names of each subject with where it is treated. */
type Section = [id: string, title: string, text: string];
declare const SEARCHED: {
  pages: Record<string, { kind: string; number: string; title: string; sections: Section[] }>;
  subjects: [names: string[], at: [page: string, anchor: string][]][];
};
/** What a query finds: a page, with the section that fits best, which is inside it or is its beginning. */
interface FoundInBook {
  page: string;
  title: string;
  section: Section;
  inside: boolean;
  has: number;
  score: number;
}

interface Window {
  searchBook(query: string): { book: FoundInBook[]; packages: FoundInBook[]; marks: RegExp[] };
  MathJax?: { startup?: { document?: { lazyTypesetAll(): Promise<void> } } };
}
