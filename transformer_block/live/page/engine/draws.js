// The normal numbers of NumPy's default_rng, drawn in the page. A few lines here stand for hundreds of kilobytes of
// random matrices. Bit by bit the generator is NumPy's (PCG64), and so is the way from bits to normal numbers: Marsaglia
// and Tsang's ziggurat of 256 strips, of NumPy's widths. Only a number in the tail, one in 4,000, may differ in its last digit.

/** How wide the strips are, how high the curve is at their ends, and up to which place all of a strip lies below it. */
function makeZiggurat() {
  const curve = (x) => Math.exp(-0.5 * x * x);
  const places = 2 ** 52;  // how finely a strip is divided
  const tail = STRIP_WIDTHS[255];  // where the lowest strip, which is the first, hands over to the tail
  const ends = [0, ...STRIP_WIDTHS.subarray(1)];
  const safe = Array.from(STRIP_WIDTHS, (width, i) => Math.floor((i ? ends[i - 1] : tail) / width * places));
  return { curve, tail, heights: ends.map(curve), safe, steps: Array.from(STRIP_WIDTHS, (width) => width / places) };
}

/** The first `count` normal numbers of a generator: `state` and `increment` are PCG64's, as decimal texts. */
export function normalDraws({ state, increment, count }) {
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

// NumPy's table, as 64-bit numbers: it has roundings of its own, so that to work it out anew would give other last digits.
const STRIP_WIDTHS = new Float64Array(Uint8Array.from(atob(`
edkVeDtJD0DG9v3jC43LP7RbLDyvUNI/YTtEOLl81T8Mpy/o/AHYP7zQTC4MI9o/92E4L00A3D90cnRaL6zdP8PVTC1IMt8/rbuOJzJN4D9DXQI7
BfXgP3c2QZemkuE/9Rp6j6In4j+A2GM4LrXiP/WRV8A/POM/L7GiwZ694z9Vm/+N7znkP6f+PTa7seQ/dNMaYnUl5T+WzgengJXlP+p+2c8xAuY/
PXyjYdJr5j9wBQCSotLmP6b4RtPaNuc/dyqzEK2Y5z9D9UatRfjnP3cKQ1PMVeg/mnZ7nmSx6D+Yz06pLgvpP+oeLIJHY+k/RsU4jsm56T8sp6Tc
zA7qP1nNd21nYuo/MBYQbq206j+cbBNtsQXrPyl6QoeEVes/Op9Sjjak6z8ygr8q1vHrP/NOWflwPuw/YTsypROK7D+LJnL+ydTsP0i3gA6fHu0/
EB/kKZ1n7T/DuCMAzq/tP1N28ak69+0//u3Stes97j8Ab3oz6YPuP86C+b06ye4/JmLwhOcN7z+I9thU9lHvP67Xh55tle8/rC76fVPY7z/sNELg
Vg3wP5qPOfVALvA//KUWnupO8D8QoHJbVm/wPwv0cZCGj/A/E2G8hH2v8D9/zEtmPc/wP2sIFkvI7vA/7hWVMiAO8T++DzEHRy3xP0GRjp8+TPE/
HiDEvwhr8T802ngap4nxP4ht7lEbqPE/yyr4+GbG8T8u1OCTi+TxP5+gQJmKAvI/6cbEcmUg8j8fw+l9HT7yP/trqQy0W/I/f9MdZip58j8b1xnH
gZbyP9ouuGK7s/I/U7jhYtjQ8j+Oqcvo2e3yP9dIbg3BCvM/MLn04Y4n8z+hXiZwRETzP9VSyrriYPM/algFvmp98z9ksrJv3ZnzPwM9uL87tvM/
4B1WmIbS8z+DWnLevu7zP3Se4HHlCvQ/XXSmLfsm9D+kMDzoAEP0P13HynP3XvQ/NsNmnt969D8vj0gyupb0P11BAvaHsvQ/3BGzrEnO9D8FpjgW
AOr0P2JVXu+rBfU/WosK8k0h9T9PZmrV5jz1P8iyG053WPU/eF9VDgB09T8UhQ7GgY/1P1kbJCP9qvU/PXN90XLG9T/TjC974+H1Pzhen8hP/fU/
wx+jYLgY9j+isKLoHTT2PwsmtwSBT/Y/cpbJV+Jq9j83MbGDQob2P7GyUCmiofY/u0Oz6AG99j9S0yhhYtj2P1T4YTHE8/Y/62iL9ycP9z/GFGlR
jir3P9zucNz3Rfc/H3PlNWVh9z9J9O/61nz3P5O9ushNmPc/CRSLPMqz9z/7ItvzTM/3P+fec4zW6vc/H+qGpGcG+D92hsjaACL4PxWfic6iPfg/
vfXRH05Z+D/FfnpvA3X4Py33R1/DkPg/Q8AFko6s+D+cDKGrZcj4PydqRFFJ5Pg/j7VzKToA+T9HgyjcOBz5P/wK7xJGOPk/iqIDeWJU+T/u1XC7
jnD5PzEqLonLjPk/v5k/kxmp+T8s2dWMecX5PxF0byvs4fk/StL6JnL++T+SNvk5DBv6P1vIoiG7N/o/iLsLnn9U+j+kqUpyWnH6Pz0xoGRMjvo/
CPGfPlar+j/O9VrNeMj6Pzazi+G05fo/GqHDTwsD+z9bmJrwfCD7PwAM4KAKPvs/Az3OQbVb+z8niT+5fXn7Pzz35fFkl/s/biWF22u1+z+iwC5r
k9P7P4OugZvc8fs/oBbsbEgQ/D8tevDl1y78PxwNbhOMTfw/BYfsCGZs/D8XpuvgZov8P6uiNr2Pqvw/kNY7x+HJ/D834GgwXun8P26PizIGCf0/
IO83ENso/T9HxjMV3kj9PyPx55YQaf0/pfvX9HOJ/T9wbiCZCar9Pw5J/PjSyv0/Ny5SldHr/T8c0kn7Bg3+P/ZG6sR0Lv4/iNHBmRxQ/j8l/pcv
AHL+Pwq/KkshlP4/CG/3wIG2/j86pxB2I9n+P6nsAWEI/P4/IVPCijIf/z9tTbcPpEL/P2gBySBfZv8/gpeJBGaK/z+/InEYu67/P4XnL9Jg0/8/
C/YYwVn4/z91oNNH1A4AQEfJjwKoIQBAqwKpg6k0AEDH9T5O2kcAQH6zrfY7WwBAaCanI9BuAEAXLmOPmIIAQFSi6AiXlgBAxMBxdc2qAEBI1O7R
Pb8AQDA9qjTq0wBAk2URz9ToAEC2n6bv//0AQEFwIARuEwFANV27myEpAUBtCcRpHT8BQDsuYEhkVQFA8+6dO/lrAUBhEtJ034IBQKzrTlYamgFA
ji9/d62xAUCUpnGpnMkBQDmu5Pvr4QFAAdniwp/6AUCBzASdvBMCQO7Tb3pHLQJAJJyspEVHAkDgWHbHvGECQC5ZqPqyfAJAeA53zS6YAkBSCipT
N7QCQJfbljHU0AJA9XipsQ3uAkDurlbS7AsDQKOkaF57KgNAoxKuBcRJA0BAqDN60mkDQApBVpKzigNA+oiucHWsA0CmBBezJ88DQHX0YKrb8gNA
2uW5nKQXBECUXlQVmD0EQBU6p0TOZARAvEOcdWKNBEAnWmudc7cEQAKJzQ0l4wRAQazpU58QBUBCfjpSEUAFQBvkSqmxcQVA2Y1xi8ClBUD+0Dok
itwFQEwehs9pFgZA6moAe85TBkDD5Z++QJUGQDLiCY1r2wZANHpf8CgnB0BzBglWlXkHQIzO1vQt1AdANPIpBQM5CEAUfKq/D6sIQJZEb5TgLglA
q1dAAe7LCUBad5R43I8KQLH9eDgfmAtAM60JgrQ7DUA=`.replaceAll("\n", "")), (letter) => letter.charCodeAt(0)).buffer);
