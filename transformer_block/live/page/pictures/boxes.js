// Boxes on the screen, {left, right, top, bottom}, and lines, [x1, y1, x2, y2]: what lies in what.

export const boxAround = (x, y, width, height) =>
  ({ x, y, left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 });

export const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** How far a box sticks out of another. */
export const outside = (box, room) =>
  Math.max(0, room.left - box.left) + Math.max(0, box.right - room.right) + Math.max(0, room.top - box.top) + Math.max(0, box.bottom - room.bottom);

/** Whether a line runs through a box: it comes near it, and some corners lie on either side of it. */
export function crosses([x1, y1, x2, y2], { left, right, top, bottom }) {
  if (Math.max(x1, x2) <= left || Math.min(x1, x2) >= right || Math.max(y1, y2) <= top || Math.min(y1, y2) >= bottom) return false;
  const a = (left - x1) * (y2 - y1), b = (right - x1) * (y2 - y1), c = (top - y1) * (x2 - x1), d = (bottom - y1) * (x2 - x1);
  return Math.min(a, b) < Math.max(c, d) && Math.max(a, b) > Math.min(c, d);
}

/** The part of a line inside a box, as two fractions of its length; the second is the smaller where it misses. */
export function partInside([x1, y1, x2, y2], { left, right, top, bottom }) {
  let enters = 0, leaves = 1;
  for (const [start, delta, low, high] of [[x1, x2 - x1, left, right], [y1, y2 - y1, top, bottom]]) {
    if (delta === 0) {
      if (start < low || start > high) return [1, 0];
      continue;
    }
    const a = (low - start) / delta, b = (high - start) / delta;
    enters = Math.max(enters, Math.min(a, b));
    leaves = Math.min(leaves, Math.max(a, b));
  }
  return [enters, leaves];
}
