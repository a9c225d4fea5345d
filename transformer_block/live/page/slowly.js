// For ears, which cannot keep up with a hand.

/** Calls `act` with the newest text at once, then at most four times a second. */
export function slowly(act, pause = 250) {
  let waiting = null, timer = 0;
  const next = () => {
    timer = 0;
    if (!waiting) return;
    act(waiting());
    waiting = null;
    timer = setTimeout(next, pause);
  };
  return (makeText) => {
    waiting = makeText;
    if (!timer) next();
  };
}
