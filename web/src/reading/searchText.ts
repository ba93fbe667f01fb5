/** Text normalised for searching: lower case, no accents, so that "feerie" finds "Féerie". */
export function searchText(text: string): string {
  return text
    .toLocaleLowerCase()
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .replaceAll("’", "'");
}
