// Times in the zone of this device; that of the server remains as the title.
const { lang } = document.documentElement;
const format = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { // 12/03 is two days
  year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short",
});
for (const time of document.querySelectorAll("time")) {
  if (!time.dateTime) continue;
  time.title = time.textContent ?? "";
  time.textContent = format.format(new Date(time.dateTime));
}
