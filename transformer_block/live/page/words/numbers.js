// Numbers in words: the formats of Python's prose, for the sentence under a widget and for all pictures.

const FORMAT = /^(\+?)(?:\.(\d+))?([fg%d])$/;
const raised = (power) => String(power).replace("-", "⁻").replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);

/** toFixed rounds an exact half up, Python to the even digit: 0.125 in two decimals is 0.12 in both. */
function fixed(size, decimals) {
  const more = 40, exact = size.toFixed(decimals + more);
  const kept = exact.slice(0, -more).replace(/\.$/, "");
  return /^50*$/.test(exact.slice(-more)) && /[02468]$/.test(kept) ? kept : size.toFixed(decimals);
}

const trimmed = (text) => text.includes(".") ? text.replace(/\.?0+$/, "") : text;

/** So many significant digits, as few as show the number; very large and small ones as powers of ten. */
function general(size, digits) {
  if (size === 0) return "0";
  const [mantissa, power] = size.toExponential(digits - 1).split("e");
  if (power >= -4 && power < digits) return trimmed(fixed(size, digits - 1 - power));
  return `${trimmed(mantissa)} × 10${raised(Number(power))}`;
}

const KINDS = {
  f: (size, digits = 6) => fixed(size, digits),
  g: (size, digits = 6) => general(size, Math.max(1, digits)),
  "%": (size, digits = 6) => `${fixed(size * 100, digits)}%`,
  d: (size) => fixed(size, 0),
};

/** A number as text, such as "−0.60" for (-0.6, ".2f"). Zero has no minus, whatever was rounded to it. */
export function formatNumber(value, format = ".3g") {
  if (Number.isNaN(value)) return "not a number";
  if (!Number.isFinite(value)) return value > 0 ? "infinite" : "minus infinite";
  const [, plus, digits, kind] = FORMAT.exec(format);
  const text = KINDS[kind](Math.abs(value), digits && Number(digits));
  const sign = !/[1-9]/.test(text) || value > 0 ? plus : "−";
  return sign + text;
}
