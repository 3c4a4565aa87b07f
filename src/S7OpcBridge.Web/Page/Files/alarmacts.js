// What the user does with the alarms that are ticked: buttons above the table, a dialog for a comment or a time, and what came of it in words.
import { fill, setText } from './dom.js';
import { plural } from './format.js';
import { t } from './language.js';
import { act, may } from './session.js';

const DONE = { acknowledge: t`acknowledged`, confirm: t`confirmed`, comment: t`commented`, shelve: t`shelved`, unshelve: t`no longer shelved` };
const TITLES = { acknowledge: t`Acknowledge`, confirm: t`Confirm`, comment: t`Comment`, shelve: t`Shelve`, unshelve: t`End shelving` };
const MOST = 100;

export function startAlarmActs(root, changed) {
  const bar = root.querySelector('#alarm-acts');
  const dialog = document.getElementById('alarm-act');
  const form = dialog.querySelector('form');
  const buttons = [...bar.querySelectorAll('[data-act]')];
  const all = bar.querySelector('input');
  const ticked = new Set();
  let rows = [];
  let open = null;

  const chosen = (name) => rows.filter((row) => ticked.has(row.id) && row.acts?.includes(name)).slice(0, MOST);

  function refresh() {
    const offered = rows.some((row) => row.acts?.length > 0);
    bar.hidden = !offered;
    for (const button of buttons) {
      const name = button.dataset.act;
      const count = chosen(name).length;
      button.hidden = !may(`alarms/${name}`) || !rows.some((row) => row.acts?.includes(name));
      button.disabled = count === 0;
      button.title = count === 0 ? t`Tick an alarm that can be ${DONE[name]}.` : '';
      setText(button, count > 1 ? `${TITLES[name]} ${count}` : TITLES[name]);
    }
    const tickable = rows.filter((row) => row.acts?.length > 0);
    const count = tickable.filter((row) => ticked.has(row.id)).length;
    all.checked = count > 0 && count === tickable.length;
    all.indeterminate = count > 0 && count < tickable.length;
  }

  function tell(fault, done) {
    fill(bar.parentElement, { alarmFault: fault, hasAlarmFault: Boolean(fault), alarmDone: done, hasAlarmDone: Boolean(done) });
  }

  function ask(name) {
    open = { name, alarms: chosen(name).map(({ id, event }) => ({ id, event })) };
    form.reset();
    fill(dialog, {
      title: `${TITLES[name]}: ${plural(open.alarms.length, 'alarm')}`,
      hasComment: name === 'acknowledge' || name === 'confirm' || name === 'comment',
      hasTime: name === 'shelve',
      fault: '', hasFault: false,
    });
    form.elements.comment.required = name === 'comment';
    setText(form.querySelector('[type="submit"]'), TITLES[name]);
    dialog.showModal();
  }

  async function run({ name, alarms }, more) {
    const { results } = await act(`alarms/${name}`, { alarms, ...more }).catch((error) => ({ results: alarms.map(({ id }) => ({ id, isDone: false, sentence: error.message })) }));
    const done = results.filter((each) => each.isDone);
    for (const { id } of done) ticked.delete(id);
    tell([...new Set(results.filter((each) => !each.isDone).map((each) => each.sentence))].join(' '),
      done.length > 0 ? `${plural(done.length, 'alarm')} ${DONE[name]}.` : '');
    changed();
  }

  for (const button of buttons) {
    button.addEventListener('click', () => {
      const name = button.dataset.act;
      if (name === 'unshelve') run({ name, alarms: chosen(name).map(({ id }) => ({ id })) }, {});
      else ask(name);
    });
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { comment, time } = form.elements;
    const more = open.name === 'shelve' ? (time.value ? { minutes: Number(time.value) } : {}) : (comment.value.trim() ? { comment: comment.value.trim() } : {});
    const asked = open.name === 'shelve' ? { ...open, alarms: open.alarms.map(({ id }) => ({ id })) } : open;
    dialog.close();
    run(asked, more);
  });
  form.querySelector('[data-close]').addEventListener('click', () => dialog.close());
  all.addEventListener('change', () => {
    for (const row of rows) {
      if (all.checked && row.acts?.length > 0) ticked.add(row.id);
      else ticked.delete(row.id);
    }
    changed();
  });

  return {
    /** The alarms that are shown now. */
    know(shown) {
      rows = shown;
      for (const id of ticked) if (!rows.some((row) => row.id === id)) ticked.delete(id);
      refresh();
    },
    /** The tick of a row. */
    showTick(line, row) {
      const tick = line.querySelector('.tick input');
      tick.hidden = !(row.acts?.length > 0);
      tick.checked = ticked.has(row.id);
      tick.setAttribute('aria-label', `${row.source}: ${row.message}`);
      tick.onchange = () => {
        if (tick.checked) ticked.add(row.id);
        else ticked.delete(row.id);
        refresh();
      };
    },
  };
}
