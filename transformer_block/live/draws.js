// The normal numbers of NumPy's default_rng, drawn in the page. A few lines here stand for hundreds of kilobytes of
// random matrices. Bit by bit the generator is NumPy's (PCG64), and so is the way from bits to normal numbers
// (Marsaglia and Tsang's ziggurat of 256 strips); the strips are worked out here, which leaves them 14 digits alike.

/** Where the strips of the ziggurat end, how high the curve is there, and up to which place all of a strip is below it. */
function makeZiggurat() {
  const curve = (x) => Math.exp(-0.5 * x * x);
  const tail = 3.6541528853610088;  // where the lowest strip hands over to the tail
  const area = 0.004928673233974655;  // of every strip
  const places = 2 ** 52;  // how finely a strip is divided
  const ends = new Float64Array(256).fill(tail);
  for (let i = 254; i > 0; i--) ends[i] = Math.sqrt(-2 * Math.log(area / ends[i + 1] + curve(ends[i + 1])));
  ends[0] = 0;
  const heights = ends.map(curve);
  const widths = ends.slice();
  widths[0] = area / curve(tail);  // the lowest strip has the tail's area too
  const safe = widths.map((width, i) => Math.floor((i ? ends[i - 1] : tail) / width * places));
  return { curve, tail, heights, safe, steps: widths.map((width) => width / places) };
}

/** The first `count` normal numbers of a generator: `state` and `increment` are PCG64's, as decimal texts. */
function normalDraws({ state, increment, count }) {
  const { curve, tail, heights, safe, steps } = makeZiggurat();
  const step = BigInt(increment);
  let now = BigInt(state);

  const bits = () => {
    now = BigInt.asUintN(128, now * 0x2360ed051fc65da44385df649fccf645n + step);
    const turn = now >> 122n, mixed = BigInt.asUintN(64, now ^ (now >> 64n));
    return BigInt.asUintN(64, (mixed >> turn) | (mixed << (64n - turn)));
  };
  const uniform = () => Number(bits() >> 11n) / 2 ** 53;

  const beyondTheTail = () => {
    for (;;) {
      const x = -Math.log1p(-uniform()) / tail, y = -Math.log1p(-uniform());
      if (2 * y > x * x) return tail + x;
    }
  };

  const normal = () => {
    for (;;) {
      const drawn = bits(), low = Number(drawn & 511n), strip = low & 255, sign = low > 255 ? -1 : 1;
      const place = Number((drawn >> 9n) & 0xfffffffffffffn);
      const x = place * steps[strip];
      if (place < safe[strip]) return sign * x;
      // NumPy takes the sign of a number in the tail from another bit.
      if (strip === 0) return ((drawn >> 17n) & 1n ? -1 : 1) * beyondTheTail();
      if ((heights[strip - 1] - heights[strip]) * uniform() + heights[strip] < curve(x)) return sign * x;
    }
  };
  return Float64Array.from({ length: count }, normal);
}

/** A constant of a program: its numbers are listed, or say where in the draws each of its parts begins. */
function restoreConstant([shape, numbers], draws) {
  if (Array.isArray(numbers)) return [shape, numbers];
  const { starts, times } = numbers;
  const size = shape.reduce((product, length) => product * length, 1) / starts.length;
  return [shape, starts.flatMap((start) => Array.from(draws.subarray(start, start + size), (drawn) => drawn * times))];
}
