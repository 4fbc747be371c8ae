// The phone's side of the sealed messages of docs/table-socket.md: joining, sealing, and which messages are new.
//
// The web process between phone and game may drop, delay, repeat and swap what it relays; it can read and make nothing.

import "./nacl.min.js";

const {nacl} = self;
const LABEL = "codemaker phone 1";
// Every request has this length, so that its length tells nothing of a code.
const LENGTH = 512;

const bytesOf = text => Uint8Array.from(text, letter => letter.charCodeAt(0));
const utf8 = text => new TextEncoder().encode(text);
const toBase64 = bytes => btoa(String.fromCharCode(...bytes));
const fromBase64 = text => bytesOf(atob(text));
const joined = (...parts) => Uint8Array.from([].concat(...parts.map(part => Array.from(part))));

// Return the key that a phone with the pair *own* shares with the game, of which *other* is the public key; *secret* is
// what the box has shown.
export const sharedKey = (own, other, secret) => nacl.hash(
  joined(bytesOf(LABEL), nacl.scalarMult(own.secretKey, other), own.publicKey, other, bytesOf(secret))).slice(0, 32);

// Join with *secret*: *post* sends the public key, and returns the answer of the game. Return the phone and its key.
export async function join(secret, post) {
  const own = nacl.box.keyPair(), answer = await post({public: toBase64(own.publicKey)});
  return {phone: answer.phone, key: toBase64(sharedKey(own, fromBase64(answer.public), secret))};
}

const LOBBY = "codemaker lobby 1";
const hash = (...parts) => nacl.hash(joined(...parts)).slice(0, 32);
const hex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");

// The secret of a lobby has small letters, that of an invitation capital ones.
export const isOfLobby = secret => secret === secret.toLowerCase();

// Return a ticket of a phone that knows the *secret* of the lobby: a name and a mark, by which the server knows it.
export function newTicket(secret) {
  const name = nacl.randomBytes(16), key = hash(bytesOf("codemaker tickets 1"), bytesOf(secret));
  return hex(name) + hex(hash(key, name).slice(0, 16));
}

// A phone in the lobby, which knows its *secret* where that is not empty: *ask* sends what binds it to a key that it has
// not shown yet, and returns the answer of the game.
export async function askFor(name, secret, ask) {
  const own = nacl.box.keyPair(), commitment = hash(bytesOf(LOBBY), utf8(name), own.publicKey);
  const proof = secret && toBase64(hash(bytesOf("codemaker proof 1"), bytesOf(secret), commitment));
  const answer = await ask({name, commitment: toBase64(commitment), proof});
  return {phone: answer.phone, name, secret, own};
}

// Return what comes of the game's key *other* for a phone that asked: the key of both, the digits to compare and those
// that follow, and our public key, which is shown now.
export function compared({name, secret, own}, other) {
  const game = fromBase64(other), agreed = nacl.scalarMult(own.secretKey, game);
  const text = utf8(secret ? `${name}\0${secret}` : name), digest = nacl.hash(joined(bytesOf(LOBBY), agreed, own.publicKey, game, text));
  // Numbers of eight bytes, the first one greatest, modulo 10,000.
  const [digits, more] = [32, 40].map(at => String(digest.slice(at, at + 8).reduce((rest, byte) => (256 * rest + byte) % 10000, 0)).padStart(4, "0"));
  return {key: toBase64(digest.slice(0, 32)), digits, more, public: toBase64(own.publicKey)};
}

// Return *fields* sealed with *key*, in base64.
export function seal(key, fields) {
  const nonce = nacl.randomBytes(24), text = utf8(JSON.stringify(fields).padEnd(LENGTH));
  return toBase64(joined(nonce, nacl.secretbox(text, nonce, fromBase64(key))));
}

// Return the fields of a message from the game; null for one that was not sealed by the game with *key*.
export function opened(key, sealed) {
  try {
    const bytes = fromBase64(sealed), text = nacl.secretbox.open(bytes.subarray(24), bytes.subarray(0, 24), fromBase64(key));
    const fields = text && JSON.parse(new TextDecoder().decode(text));
    // A request of this phone may be sent back to it.
    return fields && fields.to === "phone" ? fields : null;
  } catch (unreadable) {
    return null;
  }
}

// A number below 2**53 that no other request has.
const newId = () => nacl.randomBytes(6).reduce((number, byte) => 256 * number + byte, 0);

// What tells new messages of the game from old ones.
//
// The game counts its messages while it runs, and one that is not newer than the newest is not believed: two may have
// the same version. Another boot is believed only in the answer to a request that was made since the last boot was
// believed: no older message has its number. `isCurrent` says whether a request was answered since `lose`: what is on
// the page is what is on the box.
export class Freshness {
  constructor() {
    this.boot = null;
    this.count = 0;
    this.version = -1;
    this.isCurrent = false;
    this.waiting = new Set();
  }

  // Return the number of a new request.
  ask() {
    const id = newId();
    this.waiting.add(id);
    return id;
  }

  // Forget the requests that were made: the connection was lost.
  lose() {
    this.isCurrent = false;
    this.waiting.clear();
  }

  // Return whether *message* is new, and remember it.
  accepts({id, boot, count, version}) {
    const isAnswer = this.waiting.has(id);
    if (boot === this.boot ? count <= this.count : !isAnswer) return false;
    if (boot !== this.boot) this.waiting.clear();
    this.waiting.delete(id);
    this.isCurrent = this.isCurrent || isAnswer;
    Object.assign(this, {boot, count, version});
    return true;
  }
}
