// Translates the offline page into the browser's language and reloads it when the network is back.
const told = [...document.querySelectorAll("section")];
const preferred = navigator.languages.map((language) => language.slice(0, 2));
const wished = [localStorage.getItem("worldgates.language"), ...preferred, "en"];
const language = wished.find((each) => told.some((section) => section.lang === each));
for (const section of told) section.hidden = section.lang !== language;
document.documentElement.lang = language;
addEventListener("online", () => location.reload());
