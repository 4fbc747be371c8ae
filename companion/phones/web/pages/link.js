// The stream of the server's events, which is opened again whenever it may have died.

const QUIET_MS = 40000; // The server says something every 15 s.
const FULL_MS = 15000;
const MOST_MS = 4000; // Between two attempts to reach the server.
const LOOK_MS = 2000;
const SLEPT_MS = 3 * LOOK_MS;

// By how much the box's monotonic clock is ahead of the page's, in milliseconds; null while that is not known.
let ahead = null;

// Return what the box's monotonic clock shows, in milliseconds; null while that is not known.
export const boxNow = () => ahead === null ? null : performance.now() + ahead;

// A message takes a while, and a page that sleeps hears it late: the greatest difference is the nearest.
const hearTime = now => { ahead = Math.max(ahead === null ? -Infinity : ahead, now - performance.now()); };

// Keep the events of *url* coming. *on* maps kinds of events to functions of their data; *on.lost* is called when what
// is shown may be old, and *on.open* when the stream is open again. Return {reconnect, close}: the first opens another stream now,
// the second ends all of it.
export function connect(url, on) {
  let source = null, heard = 0, looked = 0, wait = 0, later = 0;

  const lost = () => on.lost && on.lost();

  function open() {
    clearTimeout(later);
    if (source) source.close();
    // A box that was started again has another clock.
    ahead = null;
    lost();
    const mine = source = new EventSource(url);
    heard = Date.now();
    mine.onopen = () => { wait = 0; if (on.open) on.open(); };
    mine.onerror = () => {
      if (mine !== source) return;
      mine.close();
      lost();
      // Apart from each other, so that a box that starts is not asked by all at once.
      later = setTimeout(open, wait * (0.5 + Math.random()));
      wait = Math.min(Math.max(250, 2 * wait), MOST_MS);
    };
    for (const kind of ["state", "sealed", "refused", "key", "lobby", "away", "full", "ping"]) {
      mine.addEventListener(kind, event => {
        heard = Date.now();
        // There are as many pages as the server has room for.
        if (kind === "full") wait = FULL_MS;
        if (mine !== source) return;
        const data = JSON.parse(event.data);
        if (kind === "ping") hearTime(data.now_ms);
        if (on[kind]) on[kind](data);
      });
    }
  }

  const heeded = [
    [document, "visibilitychange", () => { if (document.visibilityState === "visible") open(); }],
    [document, "resume", open],
    [window, "pageshow", event => { if (event.persisted) open(); }],
    [window, "online", open],
    // The line may seem to be open still. A page of the machine's own is not lost with the network, so it is tried.
    [window, "offline", open],
    // A page that is kept for going back, or frozen, would hold its connection, of which a browser has six.
    [window, "pagehide", () => source.close()],
    [document, "freeze", () => source.close()],
  ];
  for (const [target, kind, call] of heeded) target.addEventListener(kind, call);
  // A device that slept tells nothing, but its clock has jumped.
  const looking = setInterval(() => {
    const now = Date.now(), jumped = looked && Math.abs(now - looked - LOOK_MS) > SLEPT_MS;
    looked = now;
    if (jumped || now - heard > QUIET_MS) open();
  }, LOOK_MS);
  open();

  function close() {
    for (const [target, kind, call] of heeded) target.removeEventListener(kind, call);
    clearInterval(looking);
    clearTimeout(later);
    source.close();
    source = null;
  }
  return {reconnect: open, close};
}
