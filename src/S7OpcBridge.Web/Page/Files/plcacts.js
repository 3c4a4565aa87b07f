// What can be done with a PLC on its card: examine it, release its connection, change it, remove it.
import { fill } from './dom.js';
import { addPlc, changePlc, startPlcDialog } from './addplc.js';
import { addEdits } from './draft.js';
import { clearReports, examine } from './examine.js';
import { item } from './paths.js';
import { act, may, onSession } from './session.js';

const MINUTES = 15;
const EXAMINE = 'plcs/examine';
const RELEASE = 'plcs/release';
const RELOAD = 'plcs/reload';
const SAVE = 'map/save';

let known = [];

/** Starts the buttons above the cards. */
export function startPlcActs() {
  const tools = document.getElementById('plc-tools');
  startPlcDialog();
  const doctor = document.getElementById('doctor-dialog');
  doctor.querySelector('[data-close]').addEventListener('click', () => doctor.close());
  tools.querySelector('[data-do="add"]').addEventListener('click', () => addPlc(known.map((plc) => plc.name)));
  tools.querySelector('[data-do="reload"]').addEventListener('click', () => tell(tools, act(RELOAD)));
  onSession(() => {
    fill(tools, { mayAdd: may(SAVE), mayReload: may(RELOAD) });
    tools.hidden = !may(SAVE) && !may(RELOAD);
  });
}

/** Says which PLCs there are. */
export const knowPlcs = (plcs) => { known = plcs; };

/** Prepares the buttons of a new card. */
export function createPlcActs(card, name) {
  const on = (what, work) => card.querySelector(`[data-do="${what}"]`).addEventListener('click', work);
  on('examine', () => look(name));
  on('release', () => tell(card, act(RELEASE, { plc: name, minutes: MINUTES })));
  on('take', () => tell(card, act(RELEASE, { plc: name, minutes: 0 })));
  on('change', () => changePlc(factsOf(known.find((plc) => plc.name === name))));
  on('remove', () => addEdits([{ kind: 'remove', path: item('plcs', name) }]));
}

/** Shows the buttons that the session permits. */
export function showPlcActs(card, plc) {
  fill(card, {
    mayExamine: may(EXAMINE), mayRelease: may(RELEASE) && plc.pduSize > 0, mayTake: may(RELEASE) && !plc.pduSize && plc.level !== 'off', mayChange: may(SAVE),
    hasActs: may(EXAMINE) || may(SAVE),
  });
}

async function look(name) {
  const doctor = document.getElementById('doctor-dialog');
  clearReports(doctor);
  fill(doctor, { name, fault: '', hasFault: false });
  doctor.showModal();
  try {
    await examine(doctor, { plc: name }, () => doctor.open);
  } catch (error) {
    fill(doctor, { fault: error.message, hasFault: true });
  }
}

async function tell(root, answer) {
  try {
    fill(root, { told: (await answer).message, actFault: '' });
  } catch (error) {
    fill(root, { told: '', actFault: error.message });
  }
}

// What the card shows of the map; what the profile gives by itself is not known here and stays as it is.
function factsOf({ name, address, simulated, profile, s7Plus }) {
  const colon = address.lastIndexOf(':');
  const [host, port] = simulated ? ['', ''] : [address.slice(0, colon), address.slice(colon + 1)];
  return { name, host, port: port === '102' ? '' : port, profile: profile.split(',')[0], protocol: profile.includes('by symbol') || s7Plus ? 's7plus' : '' };
}
