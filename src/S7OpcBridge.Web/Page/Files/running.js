// The views of a running bridge, and whether it still answers.
import { ask, repeat } from './api.js';
import { el, fill, keyed, list, setText } from './dom.js';
import { age, count, plural } from './format.js';
import { showPlcs } from './plcs.js';
import { startTags } from './tags.js';
import { showHistory } from './history.js';
import { showMqtt } from './mqtt.js';
import { startPlan } from './plan.js';
import { startAlarms } from './alarms.js';
import { startWatch } from './watch.js';
import { startTrend } from './trend.js';
import { startClients } from './clients.js';
import { startCluster } from './cluster.js';
import { startCertificates } from './certificates.js';
import { startPassword } from './password.js';
import { startPlcActs } from './plcacts.js';
import { t } from './language.js';
import { startSupport } from './support.js';
import { startUsers } from './users.js';

const EVERY = 1000;
const NAMES = ['plcs', 'tags', 'edit', 'watch', 'trend', 'plan', 'alarms', 'clients', 'cluster', 'text', 'certificates', 'users', 'support'];

let lastAnswer = null;

/** Starts them. @param {any} frame what all views share */
export function startRunning(frame) {
  const views = {
    tags: startTags(frame),
    watch: startWatch(frame),
    plan: startPlan(frame),
    alarms: startAlarms(frame, (alarms) => {
      fill(document.querySelector('.views'), { alarmCount: alarms ? count(alarms) : '' });
      flag('alarms', alarms > 0);
    }),
    trend: startTrend(frame),
    clients: startClients(frame, (sessions) => fill(document.querySelector('.views'), { clientCount: count(sessions) })),
    cluster: startCluster(frame, (nodes, expected) => {
      fill(document.querySelector('.views'), { nodeCount: nodes === expected ? count(nodes) : t`${count(nodes)} of ${count(expected)}` });
      flag('cluster', nodes < expected);
    }),
    users: startUsers(frame),
    support: startSupport(frame),
    certificates: startCertificates(frame, (rejected) => {
      fill(document.querySelector('.views'), { rejectedCount: rejected ? count(rejected) : '' });
      flag('certificates', rejected > 0);
    }),
  };

  function showOverview(overview) {
    frame.overview = overview;
    lastAnswer = new Date();
    document.body.classList.remove('stale');
    document.getElementById('lost').hidden = true;
    document.title = `${overview.name} – S7OpcBridge`;
    const soft = overview.plcs.filter((plc) => plc.simulated).map((plc) => plc.name);
    fill(document.querySelector('.top'), {
      name: overview.name, endpoint: overview.endpoints.join(', '), version: t`S7OpcBridge ${overview.version}, up ${age(overview.upSeconds * 1000)}`, live: t`Live`,
    });
    fill(document.querySelector('.views'), { plcCount: count(overview.plcs.length), tagCount: count(overview.tags) });
    const troubled = overview.plcs.filter((plc) => plc.level === 'bad').length;
    const told = document.getElementById('in-trouble');
    told.hidden = troubled === 0;
    setText(told, t`${count(troubled)} of ${plural(overview.plcs.length, 'PLC')} in trouble`);
    flag('plcs', troubled > 0);
    flag('text', Boolean(overview.refused));
    const banner = document.getElementById('simulated');
    banner.hidden = soft.length === 0;
    fill(banner, {
      simulated: soft.length === overview.plcs.length ? t`All PLCs are soft PLCs inside the bridge: no value here comes from a machine.`
        : soft.length === 1 ? t`${soft[0]}: a soft PLC inside the bridge; its values do not come from a machine.`
          : t`${soft.join(', ')}: soft PLCs inside the bridge; their values do not come from a machine.`,
    });
    showRefused(overview);
    document.getElementById('cluster-link').hidden = !overview.node;
    showPlcs(overview.plcs);
    showHistory(overview.history);
    showMqtt(overview.mqtt);
    views.tags.know(overview.plcs);
    views.plan.know(overview.plcs);
  }

  startPlcActs();
  startPassword();
  return { names: NAMES, views, failed, begin: () => repeat(EVERY, () => true, async () => showOverview(await ask('overview')), failed) };
}

/** Marks the link of a view where somebody should look. */
function flag(view, isWanted) {
  document.querySelector(`.views a[href="#${view}"]`).classList.toggle('alert', isWanted);
}

/** A map on disk that does not run: what is wrong with it, and that an older one runs. */
function showRefused(overview) {
  const refused = document.getElementById('refused');
  refused.hidden = !overview.refused;
  if (!overview.refused) return;
  fill(refused, {
    refusal: t`The map was changed and has ${plural(overview.refusals, 'error')}: the bridge goes on with the one before. Correct it and save it again; a restart would fail.`,
  });
  keyed(list(refused, 'refused'), overview.refused, (line) => line, (line) => el('li', {}, line));
}

function failed(error) {
  if (error.status === 401) {
    fill(document.querySelector('.top'), { live: t`Not logged in` });
    return;
  }
  document.body.classList.add('stale');
  fill(document.querySelector('.top'), { live: t`No answer` });
  const lost = document.getElementById('lost');
  lost.hidden = false;
  const what = error.status ? t`The bridge answers ${error.status}: ${error.message}` : t`The bridge does not answer (${error.message}).`;
  lost.textContent = lastAnswer ? t`${what} What stands here is as of ${lastAnswer.toLocaleTimeString()}; the page goes on trying.` : t`${what} The page goes on trying.`;
}
