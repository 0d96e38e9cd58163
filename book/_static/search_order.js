/* What the book and its packages say of a query, best first, from SEARCHED (tools/search_texts.py). */
"use strict";

window.searchBook = (() => {
  const { pages, subjects } = SEARCHED;
  const SMALL_WORDS = new Set(
    `a an and are as at be but by can do does for from how i if in is it my no not of on or should that the there these
    this to use was what when where which will with you your`.split(/\s+/u),
  );
  const ENDING = /(?:ations?|ated?|ating|ing|ied|ies|ed|es|y|e|(?<!s)s)$/u;

  /** A word without its ending, if four letters are left. @type {(word: string) => string} */
  const stem = (word) => {
    const short = word.replace(ENDING, "");
    return short.length < 4 ? word : short;
  };

  /** The words of a text that say something; all of them if none does. @type {(text: string) => string[]} */
  const wordsOf = (text) => {
    const all = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const some = all.filter((word) => !SMALL_WORDS.has(word));
    return some.length ? some : [...all];
  };

  /**
   * What finds words that stand next to each other, with any ending but -book, as in textbook.
   * @type {(words: string[]) => string}
   */
  const pattern = (words) =>
    words
      .map((word) => (word.length < 4 || /\d/u.test(word) ? `${word}s?` : `${stem(word)}(?!book)\\p{L}*`))
      .join("[^\\p{L}\\p{N}]{1,3}(?:(?:the|a|of|to)[^\\p{L}\\p{N}]+)?");

  /** One expression for any of some patterns. @type {(patterns: string[]) => RegExp} */
  const anyOf = (patterns) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join("|")})(?![\\p{L}\\p{N}])`, "giu");

  const named = subjects.flatMap(([names, at]) => {
    const all = anyOf(names.map((name) => pattern(wordsOf(name))));
    return names.map((name) => ({ stems: wordsOf(name).map(stem), all, at }));
  });
  named.sort((a, b) => b.stems.length - a.stems.length);

  /**
   * What a query asks for: subjects, of which every name will do, and other words.
   * @type {(query: string) => { all: RegExp, at: [page: string, anchor: string][] }[]}
   */
  const asked = (query) => {
    const words = wordsOf(query);
    const stems = words.map(stem);
    const found = [];
    for (let at = 0; at < words.length;) {
      const subject = named.find((one) => one.stems.every((part, place) => part === stems[at + place]));
      if (subject) found.push(subject);
      else if (words[at].length > 1 || words.length === 1) found.push({ all: anyOf([pattern([words[at]])]), at: [] });
      at += subject ? subject.stems.length : 1;
    }
    return found;
  };

  /** How often an expression is found in a text. @type {(all: RegExp, text: string) => number} */
  const count = (all, text) => text.match(all)?.length ?? 0;

  /**
   * The weight of each thing asked for: the fewer of some texts have it, the more it tells.
   * @type {(counts: number[][]) => number[]}
   */
  const weights = (counts) =>
    (counts[0] ?? []).map((_, each) => Math.log(1 + counts.length / (1 + counts.filter((of) => of[each] > 0).length)));

  /** The sum of the products of weights and what is found. @type {(weight: number[], of: number[]) => number} */
  const total = (weight, of) => weight.reduce((sum, one, each) => sum + one * of[each], 0);

  /**
   * What has all that was asked for; if nothing has, what has the most of it.
   * @type {<T extends { has: number, score: number }>(found: T[]) => T[]}
   */
  const best = (found) => {
    const most = Math.max(1, ...found.map((one) => one.has));
    return found.filter((one) => one.has === most).sort((a, b) => b.score - a.score);
  };

  /**
   * Pages of the book, each with the section that fits best.
   * @type {(things: ReturnType<typeof asked>) => FoundInBook[]}
   */
  const inBook = (things) => {
    const texts = Object.entries(pages).filter(([, page]) => page.kind !== "package");
    const counts = texts.map(([, { title, sections }]) => {
      const whole = [title, ...sections.flatMap(([, head, text]) => [head, text])].join("\n");
      return things.map(({ all }) => count(all, whole));
    });
    const weight = weights(counts);
    const found = texts.map(([name, page], place) => {
      const [top] = page.sections;
      const inTitle = things.map(({ all }) => Math.min(count(all, page.title), 1));
      const listed = things.map(({ at }) => at.findIndex(([of]) => of === name));
      const said = counts[place].map(
        (n, each) => 8 * inTitle[each] + (4 * n) / (n + 4) + (listed[each] < 0 ? 0 : 12 / (1 + listed[each])),
      );
      const sections = page.sections.map((section) => {
        const [id, head, text] = section;
        const hits = things.map(({ all, at }) => {
          const n = count(all, text);
          const meant = at.some(([of, anchor]) => of === name && anchor === id);
          return (section === top ? 0 : 4 * Math.min(count(all, head), 1)) + (3 * n) / (n + 2) + (meant ? 3 : 0);
        });
        return { section, score: total(weight, hits) };
      });
      const [first] = sections.sort((a, b) => b.score - a.score);
      const score = total(weight, said) + 0.5 * (first?.score ?? 0);
      return {
        page: name,
        title: `${page.number} ${page.title}`.trim(),
        section: first && first.score > 0 ? first.section : top,
        inside: Boolean(first && first.score > 0 && first.section !== top),
        has: counts[place].filter((n, each) => n || listed[each] >= 0).length,
        score: page.kind === "chapter" ? score : score / 2,
      };
    });
    return best(found.filter((one) => one.has));
  };

  /** Names of the packages. @type {(things: ReturnType<typeof asked>) => FoundInBook[]} */
  const inPackages = (things) => {
    const names = Object.entries(pages)
      .filter(([, page]) => page.kind === "package")
      .flatMap(([page, { sections }]) => sections.map((section) => ({ page, section })));
    const counts = names.map(({ section: [, name, text] }) => things.map(({ all }) => count(all, `${name}\n${text}`)));
    const weight = weights(counts);
    const found = names.map(({ page, section }, place) => {
      const [, name] = section;
      const own = name.slice(name.lastIndexOf(".") + 1);
      const said = things.map(({ all }, each) => {
        const n = counts[place][each];
        return (8 * count(all, own)) / (1 + wordsOf(own).length) + (4 * n) / (n + 4);
      });
      const has = counts[place].filter(Boolean).length;
      return { page, title: name, section, inside: true, has, score: total(weight, said) };
    });
    return best(found.filter((one) => one.has));
  };

  /** @type {typeof window.searchBook} */
  return (query) => {
    const things = asked(query);
    const marks = things.map(({ all }) => all);
    return { book: inBook(things), packages: inPackages(things), marks };
  };
})();
