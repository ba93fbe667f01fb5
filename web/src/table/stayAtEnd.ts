// A list that shows its end, whatever resizes, until its reader scrolls away; back at the end it follows again.

const NEAR = 8;

/** An attachment for the element that scrolls; `follows` is told whether it shows the end. */
export function stayAtEnd(follows: (at: boolean) => void): (box: HTMLElement) => () => void {
  return (box) => {
    let stays = true;
    let top = 0;
    const toEnd = (): void => {
      if (stays) box.scrollTop = box.scrollHeight;
    };
    const scrolled = (): void => {
      const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
      // Only a reader scrolls up and away from the end: what resizes keeps the top, or is at the end.
      if (atEnd !== stays && (atEnd || box.scrollTop < top)) {
        stays = atEnd;
        follows(stays);
      }
      top = box.scrollTop;
    };
    const observer = new ResizeObserver(toEnd);
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    box.addEventListener("scroll", scrolled, { passive: true });
    toEnd();
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", scrolled);
    };
  };
}
