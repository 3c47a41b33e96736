"use strict";
// Search and filters. They only hide cards, so the page is complete without this script.
(() => {
  const controls = document.querySelector(".controls");
  if (!controls) return;
  const search = document.getElementById("search");
  const count = document.getElementById("count");
  const none = document.querySelector(".none");
  const choices = [...controls.querySelectorAll("select")];
  const cards = [...document.querySelectorAll(".finding")].map((card) => ({
    card,
    text: card.textContent.toLowerCase(),
  }));

  function update() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { card, text } of cards) {
      const fits =
        words.every((word) => text.includes(word)) &&
        choices.every(({ value, dataset }) => !value || card.dataset[dataset.field] === value);
      card.hidden = !fits;
      shown += fits;
    }
    const all = `${cards.length} finding${cards.length === 1 ? "" : "s"}`;
    count.value = shown === cards.length ? all : `${shown} of ${all}`;
    none.hidden = shown > 0;
  }

  controls.hidden = false;
  controls.addEventListener("input", update);
  controls.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      search.focus();
      search.select();
    } else if (event.key === "Escape" && event.target === search) {
      search.value = "";
      update();
      search.blur();
    }
  });
  // A link to a finding that is filtered out shows it.
  window.addEventListener("hashchange", () => {
    const card = document.getElementById(location.hash.slice(1));
    if (card && card.hidden) {
      controls.reset();
      update();
      card.scrollIntoView();
    }
  });
  update();
})();
