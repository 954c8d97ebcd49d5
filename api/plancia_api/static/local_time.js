// Shows times in the zone of this device; without scripts they stay in UTC, which remains as the title.
const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", timeZoneName: "short",
});
for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[datetime]"))) {
  time.title = time.textContent ?? "";
  time.textContent = format.format(new Date(time.dateTime));
}
