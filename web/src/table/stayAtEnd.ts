// A list that shows its end, whatever resizes or folds, until its reader scrolls away; back at the end it follows
// again.

const NEAR = 8;

/** An attachment for the element that scrolls; `follows` is told whether it shows the end. */
export function stayAtEnd(follows: (at: boolean) => void): (box: HTMLElement) => () => void {
  return (box) => {
    let stays = true;
    let top = 0;
    let sizes = "";
    const toEnd = (): void => {
      if (stays) box.scrollTop = box.scrollHeight;
      sizes = `${box.scrollHeight} ${box.clientHeight}`;
    };
    const scrolled = (): void => {
      const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
      // Lines that come, fold or get more room move the list as well, before the observer hears of it: no reader did
      // that.
      if (stays && !atEnd && sizes !== `${box.scrollHeight} ${box.clientHeight}`) toEnd();
      else if (atEnd !== stays && (atEnd || box.scrollTop < top)) {
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
