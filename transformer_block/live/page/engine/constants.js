// Constants as constants.py and draws.py write them, and the numbers that they stand for.

const TYPES = { int8: Int8Array, int16: Int16Array, float32: Float32Array, float64: Float64Array };

/** [shape, numbers as they are carried] -> [shape, Float64Array]. `draws` are the widget's normal numbers. */
export function restoreConstant([shape, numbers], draws) {
  const { base64, type, times, starts } = numbers;
  if (base64 !== undefined) {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    return [shape, Float64Array.from(new TYPES[type](bytes.buffer), (number) => number * times)];
  }
  // Numbers that JSON lacks come as text: "NaN", "Infinity", "-Infinity".
  if (!starts) return [shape, Float64Array.from(numbers, Number)];
  // Each part begins somewhere in the draws.
  const size = shape.reduce((product, length) => product * length, 1) / starts.length;
  return [shape, Float64Array.from(starts.flatMap((start) => [...draws.subarray(start, start + size)]), (drawn) => drawn * times)];
}
