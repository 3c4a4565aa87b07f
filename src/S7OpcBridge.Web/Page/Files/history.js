// Whether values are recorded: a line below the PLCs, and a banner on every view while something is wrong.
import { setText } from './dom.js';
import { bytes, count, plural } from './format.js';
import { t } from './language.js';

export function showHistory(history) {
  const about = document.getElementById('history-about');
  const trouble = document.getElementById('history-trouble');
  about.hidden = !history;
  trouble.hidden = !history?.trouble;
  if (!history) return;
  const lost = history.lost ? t`, ${count(history.lost)} lost` : '';
  const unsent = history.unsent ? t` ${plural(history.unsent, 'block')} wait for the server.` : '';
  setText(about, t`History: ${plural(history.tags, 'tag')} recorded, ${plural(history.values, 'value')} since the start${lost}; ${history.place}, ${bytes(history.sizeBytes)}.${unsent}`);
  setText(trouble, history.trouble ?? '');
}
