using System.Runtime.CompilerServices;
using S7OpcBridge.Alarms;
using S7OpcBridge.Bridge;
using S7OpcBridge.Web;

namespace S7OpcBridge.Local;

/// <summary>Watches the alarms of the running bridge: those that are active or wait for somebody, and every change of them.</summary>
/// <param name="plc">Name of a PLC; null: all.</param>
/// <param name="locale">The reader's language; null: the first of each alarm.</param>
internal sealed class LocalAlarms(string? plc, string? locale, BridgeAlarms alarms)
{
    private const int Most = 10_000;

    private static readonly TimeSpan Pace = TimeSpan.FromMilliseconds(500);

    public async IAsyncEnumerable<AlarmUpdate> RunAsync(TimeProvider time, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var told = new Dictionary<string, AlarmRow>();
        using var timer = new PeriodicTimer(Pace, time);
        for (var isFirst = true; ; isFirst = false)
        {
            var now = alarms.List(view => (view.IsRetained || told.ContainsKey(view.Id)) && (plc is null || view.Plc == plc), Most);
            var changed = new List<AlarmRow>();
            foreach (var view in now)
            {
                var row = AlarmRows.From(view, locale);
                if (told.GetValueOrDefault(row.Id) == row)
                    continue;
                changed.Add(row);
                if (view.IsRetained)
                    told[row.Id] = row;
                else
                    told.Remove(row.Id);
            }
            if (isFirst || changed.Count > 0)
                yield return new AlarmUpdate([.. changed.OrderBy(static row => row.Changed)]);
            await timer.WaitForNextTickAsync(cancellationToken);
        }
    }
}
