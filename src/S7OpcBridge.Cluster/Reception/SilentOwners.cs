using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Cluster.Tenures;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Reception;

/// <summary>
/// Marks the values of PLCs whose holder is silent or unknown: first as the last usable ones, and after the PLC's <c>stale</c> as gone. Only tags whose last
/// message was good change; what the holder said before about a bad tag stays.
/// </summary>
internal sealed class SilentOwners(
    Acquisition acquisition,
    TenureTable tenures,
    Func<MapTags> tags,
    Func<int, TagSample> read,
    TimeProvider time
)
{
    /// <summary>How long a holder may be silent. It sends something about each of its PLCs at least every half a second.</summary>
    public static readonly TimeSpan UncertainAfter = TimeSpan.FromSeconds(2);

    private int _unreachable;

    /// <summary>PLCs without fresh values because their holder is silent or unknown. Any thread.</summary>
    public int Unreachable => Volatile.Read(ref _unreachable);

    /// <summary>Checks all PLCs once.</summary>
    public async Task CheckAsync(CancellationToken cancellationToken)
    {
        var unreachable = 0;
        foreach (var list in tags().Plcs)
        {
            var plc = acquisition.Map.Plcs[list.Plc];
            if (acquisition.Owns(list.Plc))
                continue;
            tenures.Expect(list.Name);
            if (tenures.Age(list.Name, UncertainAfter, plc.Stale) is { } freshness)
                await ReportAsync(list, freshness, cancellationToken).ConfigureAwait(false);
            if (tenures.TenureOf(list.Name).Freshness != ValueFreshness.Live)
                unreachable++;
        }
        Volatile.Write(ref _unreachable, unreachable);
    }

    private async Task ReportAsync(PlcTagList list, ValueFreshness freshness, CancellationToken cancellationToken)
    {
        var holder = tenures.TenureOf(list.Name).Holder;
        acquisition.Feed(
            list.Plc,
            acquisition.StatusOf(list.Plc) with
            {
                State = PlcState.Waiting,
                Connected = false,
                LastError = holder is null
                    ? $"{list.Name}: no node of the cluster reads this PLC at present."
                    : $"{list.Name}: node {holder}, which reads this PLC, does not answer.",
            }
        );
        if (acquisition.Map.Plcs[list.Plc].Alarms is not null)
            await acquisition
                .FeedAlarmsAsync(new CpuAlarmBatch(list.Plc, CpuAlarmNews.Silence, time.GetUtcNow(), []), cancellationToken)
                .ConfigureAwait(false);
        if (list.Groups.Length == 0)
            return;
        var now = time.GetUtcNow().UtcTicks;
        var batch = acquisition.RentForwarded(list.Groups[0], 0);
        foreach (var id in list.Ids)
        {
            if (Next(read(id).Quality, freshness) is { } quality)
                batch.Add(new TagSample(id, default, quality, now));
        }
        await acquisition.FeedAsync(batch, cancellationToken).ConfigureAwait(false);
    }

    private static TagQuality? Next(TagQuality quality, ValueFreshness freshness) =>
        (quality, freshness) switch
        {
            (TagQuality.Good, ValueFreshness.Uncertain) => TagQuality.NotConfirmed,
            (
                TagQuality.Good
                    or TagQuality.NotConfirmed
                    or TagQuality.LinkDownLastValue
                    or TagQuality.WaitingForInitialData,
                ValueFreshness.Gone
            ) => TagQuality.LinkDown,
            _ => null,
        };
}
