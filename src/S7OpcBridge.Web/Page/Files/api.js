// The bridge's answers. One question at a time per caller; an answer that does not come within a few seconds will not be waited for.

const PATIENCE = 8000;

/** Asks the bridge. */
export function ask(what, query = {}) {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '' && value !== undefined));
  return request(`${what}?${search}`, PATIENCE, { headers: { accept: 'application/json' } });
}

/** Asks the program; throws when it does not answer for so many milliseconds, or answers that it cannot. */
export async function request(what, patience, options = {}) {
  const response = await fetch(`api/${what}`, { ...options, signal: AbortSignal.timeout(patience) });
  if (!response.ok) throw Object.assign(new Error((await response.text()).trim()), { status: response.status });
  return response.status === 204 ? null : response.json();
}

/**
 * Does something again and again while the page is looked at: never twice at once, not while its tab is hidden, and not while `isWanted` says no.
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
    if (!document.hidden && isWanted()) {
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
  turn();
  return turn;
}
