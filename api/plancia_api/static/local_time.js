// Shows times in the zone of this device; without scripts they stay in UTC, which remains as the title.
const { lang } = document.documentElement;
const format = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { // the month as a word: 12/03 is two days
  year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short",
});
for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[datetime]"))) {
  time.title = time.textContent ?? "";
  time.textContent = format.format(new Date(time.dateTime));
}
