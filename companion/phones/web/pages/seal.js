// The seal of a hidden code, checked by this browser itself. On a plain address browsers offer no SHA-256 of their own.

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

// The fractions of the roots of the first primes: square roots begin the hash, cube roots are its round constants.
const primes = [];
for (let one = 2; primes.length < 64; one++) if (primes.every(prime => one % prime)) primes.push(one);
// Whole arithmetic, so that no rounding of a browser can change a bit: the 32 bits after the point of a root.
function fraction(prime, power) {
  const goal = BigInt(prime) << BigInt(32 * power);
  let root = 0n;
  for (let bit = 1n << 36n; bit; bit >>= 1n) if ((root + bit) ** BigInt(power) <= goal) root += bit;
  return Number(root & 0xffffffffn);
}
const START = primes.slice(0, 8).map(prime => fraction(prime, 2));
const ROUND = primes.map(prime => fraction(prime, 3));

const turned = (word, by) => (word >>> by) | (word << (32 - by));

// Return the SHA-256 of *bytes* as 32 bytes (FIPS 180-4).
export function sha256(bytes) {
  const padded = new Uint8Array((bytes.length + 72) >> 6 << 6), view = new DataView(padded.buffer);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const hash = START.slice(), words = [];
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 64; at++) {
      const near = words[at - 15], far = words[at - 2];
      words[at] = at < 16 ? view.getUint32(block + 4 * at) : words[at - 16] + words[at - 7]
        + (turned(near, 7) ^ turned(near, 18) ^ near >>> 3) + (turned(far, 17) ^ turned(far, 19) ^ far >>> 10) >>> 0;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let at = 0; at < 64; at++) {
      const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + (e & f ^ ~e & g) + ROUND[at] + words[at];
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + (a & b ^ a & c ^ b & c);
      [h, g, f, e, d, c, b, a] = [g, f, e, d + first >>> 0, c, b, a, first + second >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => { hash[at] = hash[at] + word >>> 0; });
  }
  return Uint8Array.from({length: 32}, (none, at) => hash[at >> 2] >>> 24 - 8 * (at & 3));
}

// Return *bytes* in base32 without padding.
export function base32(bytes) {
  let text = "", bits = 0, count = 0;
  for (const byte of bytes) {
    bits = bits << 8 | byte;
    for (count += 8; count >= 5; count -= 5) text += BASE32[bits >>> count - 5 & 31];
    bits &= 255;
  }
  return count ? text + BASE32[bits << 5 - count & 31] : text;
}

// Return the seal of *line*: the first 80 bits of its SHA-256 as four groups of four letters.
export function sealOf(line) {
  const bytes = Uint8Array.from(line, character => character.charCodeAt(0));
  return base32(sha256(bytes).slice(0, 10)).replace(/(.{4})(?=.)/g, "$1-");
}

