// The control for a text of known words: a field to type in, a list that adds a word, a button that takes the last one
// away, and a button for each example.

import { OURS, freshId, makeButton, makeList, pageElement, write } from "./elements.js";
import { knownText, remarkOnWords, wordsIn } from "./words/vocabulary.js";

export function makeWords(input, bench) {
  const { label, name, groups, examples } = input, id = freshId("words");
  const field = pageElement("input", { type: "text", id, class: "tb-text", spellcheck: "false", autocapitalize: "none", ...OURS });
  const list = makeList([[null, ["add a word …"]], ...groups], { "aria-label": `${label}, add a word` });
  const remark = pageElement("span", { class: "tb-remark", role: "status" });
  let shown = null;

  const judge = (typing) => {
    const text = knownText(field.value, input);
    if (text !== undefined && text !== bench.value(name)) bench.move(name, text);
    write(remark, remarkOnWords(field.value, input, typing));
  };
  const put = (text) => {
    field.value = text;
    judge(false);
  };
  field.addEventListener("input", () => judge(true));
  field.addEventListener("change", () => judge(false));
  // Where arrows choose from a closed list, each would add a word: they open it.
  list.addEventListener("keydown", (event) => {
    if (!event.key.startsWith("Arrow")) return;
    try {
      list.showPicker();
      event.preventDefault();
    } catch {} // an older browser, or a page within a foreign one
  });
  list.addEventListener("change", () => {
    if (list.selectedIndex > 0) put([...wordsIn(field.value), list.value].join(" "));
    list.selectedIndex = 0;
  });
  const takeAway = makeButton("Take the last word away", () => put(wordsIn(field.value).slice(0, -1).join(" ")));
  const ready = examples.map((text) => makeButton(text, () => put(text)));

  const element = pageElement("div", { class: "tb-words" }, pageElement("label", { for: id }, label), field, remark,
    pageElement("div", { class: "tb-word-hands" }, list, takeAway),
    ...(ready.length ? [pageElement("div", { class: "tb-word-hands", role: "group", "aria-label": `${label}, examples` }, ...ready)] : []));
  return { element, parts: [field, list, takeAway, ...ready], show(text) {
    // Another hand has moved something: the text is what the picture shows. While it is typed, it may run ahead.
    if (text === shown && field.matches(":focus")) return;
    shown = text;
    if (knownText(field.value, input) !== text) field.value = text;
    write(remark, "");
  } };
}
