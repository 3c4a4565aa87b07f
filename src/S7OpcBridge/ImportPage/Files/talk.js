// What the page asks and tells the program. Paths are below the page's own, which nobody else knows.

const PATIENCE = 20000;

/** Asks for something. */
export const get = (what) => send(what, {});

/** Tells something, and takes the answer. */
export const post = (what, wish = {}) => send(what, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wish) });

async function send(what, options) {
  const response = await fetch(`api/${what}`, { ...options, signal: AbortSignal.timeout(PATIENCE) });
  if (!response.ok) throw Object.assign(new Error((await response.text()).trim()), { status: response.status });
  return response.status === 204 ? null : response.json();
}
