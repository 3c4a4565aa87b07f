// The bridge's answers. One question at a time per caller; an answer that does not come within a few seconds will not be waited for.

const PATIENCE = 8000;

let isLocked = false;
let isOver = false;

/** Asks nothing any more: the program has ended. */
export function endRequests() {
  isOver = true;
}

/** Goes on with what is asked again and again, after a login. */
export function unlock() {
  isLocked = false;
  document.dispatchEvent(new Event('unlocked'));
}

/** Asks the bridge. */
export async function ask(what, query = {}) {
  // A list becomes the same parameter several times.
  const given = Object.entries(query).flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => [name, each]));
  const search = new URLSearchParams(given.filter(([, value]) => value !== '' && value !== undefined));
  try {
    return await request(`${what}?${search}`, PATIENCE, { headers: { accept: 'application/json' } });
  } catch (error) {
    if (error.status === 401 && !isLocked) {
      isLocked = true;
      document.dispatchEvent(new Event('locked'));
    }
    throw error;
  }
}

/** Asks the program; throws when it does not answer for so many milliseconds, or answers that it cannot. */
export async function request(what, patience, options = {}) {
  if (isOver) return new Promise(() => {});
  const response = await fetch(`api/${what}`, { ...options, signal: AbortSignal.timeout(patience) });
  if (!response.ok) throw Object.assign(new Error((await response.text()).trim()), { status: response.status });
  return response.status === 204 ? null : response.json();
}

/**
 * Does something again and again while the page is looked at: never twice at once, not while its tab is hidden or nobody has logged in who may look, and not while `isWanted` says no.
 * Returns a function that does it now.
 */
export function repeat(every, isWanted, work, failed) {
  let timer = 0;
  let running = false;
  let again = false;
  const turn = async () => {
    clearTimeout(timer);
    if (running) {
      again = true;
      return;
    }
    if (!document.hidden && !isLocked && isWanted()) {
      running = true;
      try {
        await work();
      } catch (error) {
        failed(error);
      }
      running = false;
    }
    timer = setTimeout(turn, again ? 0 : every);
    again = false;
  };
  document.addEventListener('visibilitychange', () => !document.hidden && turn());
  document.addEventListener('unlocked', turn);
  turn();
  return turn;
}
