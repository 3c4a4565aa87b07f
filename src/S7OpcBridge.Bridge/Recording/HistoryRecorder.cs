using S7OpcBridge.Bridge.Values;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Recording;

/// <summary>Records what is published of the tags with history. A steady cycle and a recorded number allocate nothing.</summary>
internal sealed class HistoryRecorder(TagRecording recording, VariableTable table, TimeProvider time)
{
    private readonly Lock _gate = new();
    private RecordedTags _tags = RecordedTags.None;

    // Only in a cluster.
    private readonly SeenValues? _seen = recording.RecordsForwarded ? new SeenValues() : null;

    /// <summary>Records the values of a batch after it was published; a <see cref="TagPublisher.Observe"/> function.</summary>
    public void Record(TagBatch batch)
    {
        lock (_gate)
        {
            if (_tags.GapOf(batch.ScanGroup) is not { } gap)
                return;
            if (batch.IsForwarded && _seen is null)
            {
                End(batch, gap);
                return;
            }
            if (batch.Count > 0)
                gap.ComesFrom(batch.IsForwarded);
            foreach (ref readonly var sample in batch.Samples)
                Record(sample, batch, gap);
            gap.Confirmed(batch.ConfirmedTicks);
            _tags.HeldOf(batch.ScanGroup)?.Release(batch.ConfirmedTicks);
        }
    }

    public void Record(RecordedEvent raised)
    {
        lock (_gate)
            recording.RecordEvent!(raised);
    }

    /// <summary>
    /// Records the tags of a map from now on. Those that it does not have any more are still recorded: their last values may be on their way.
    /// </summary>
    public void Begin(TagMap map)
    {
        lock (_gate)
        {
            var before = _tags;
            _tags = RecordedTags.From(map, before, keepsGone: true, recording, time.GetUtcNow().UtcTicks);
            foreach (var tag in _tags.Numbers)
            {
                if (before.SeriesOf(tag) < 0)
                    TakePresent(tag);
            }
        }
    }

    /// <summary>Records the tags of a map and no others. Where a tag is no longer recorded, its values are missing from now on.</summary>
    public void Follow(TagMap map)
    {
        lock (_gate)
        {
            var before = _tags;
            _tags = RecordedTags.From(map, before, keepsGone: false, recording, time.GetUtcNow().UtcTicks);
            var now = UaTime.Now(time);
            // A tag with another type has another number, and the same series.
            var present = _tags.Numbers.Select(_tags.SeriesOf).ToHashSet();
            foreach (var tag in before.Numbers)
            {
                if (_tags.SeriesOf(tag) == before.SeriesOf(tag))
                    continue;
                before.RulesOf(tag)?.Release();
                if (!present.Contains(before.SeriesOf(tag)))
                    recording.Record(before.SeriesOf(tag), default, StatusCodes.BadDataLost, now);
            }
        }
    }

    /// <summary>No values will come any more; the store marks the gap when it is opened again.</summary>
    public void End()
    {
        lock (_gate)
        {
            foreach (var tag in _tags.Numbers)
                _tags.RulesOf(tag)?.Release();
            foreach (var gap in _tags.Gaps)
                gap.End();
            _tags = RecordedTags.None;
        }
    }

    private void Record(in TagSample sample, TagBatch batch, PlcGap gap)
    {
        var series = _tags.SeriesOf(sample.Tag);
        if (series < 0 || sample.Quality == TagQuality.WaitingForInitialData)
            return;
        var rules = _tags.RulesOf(sample.Tag);
        // A quality without a value from another node: that node is silent.
        var isSilent = batch.IsForwarded && sample is { Quality: TagQuality.NotConfirmed, Value.Kind: TagValueKind.None };
        if (isSilent || sample.Quality is TagQuality.LinkDownLastValue or TagQuality.LinkDown or TagQuality.OutOfService)
        {
            rules?.Begin();
            gap.Lost();
            return;
        }
        gap.Arrived();
        var ticks = sample.SourceTicks;
        if (_seen is not null && (ticks = TimeOf(sample, batch, gap, rules)) == 0)
            return;
        var status = StatusMapping.ToStatusCode(sample.Quality);
        var value =
            status.IsBad ? default
            : sample.Value.Kind == TagValueKind.None ? table.Read(sample.Tag).Value
            : TypeMapping.ToVariant(sample.Value);
        if (rules is null)
            recording.Record(series, value, status, UaTime.FromTicks(ticks));
        else if (rules.Offer(value, status, ticks))
            _tags.HeldOf(batch.ScanGroup)?.Add(rules);
    }

    // When a value counts, in UTC ticks; 0: it is recorded already.
    private long TimeOf(in TagSample sample, TagBatch batch, PlcGap gap, ThinnedTag? rules)
    {
        if (_seen!.Has(sample, gap.Number, out var isFirst) && batch.IsForwarded)
            return 0;
        if (isFirst)
            rules?.Begin();
        if (!isFirst || !batch.IsForwarded || sample.SourceTicks > gap.Since)
            return sample.SourceTicks;
        // It has not changed since before the gap, and counts again from the time at which its PLC confirmed it.
        var confirmed = batch.ConfirmedTicks != 0 ? batch.ConfirmedTicks : time.GetUtcNow().UtcTicks;
        return Math.Max(confirmed, gap.Since + 2);
    }

    // A tag that was already read has a value, which no batch brings again.
    private void TakePresent(int tag)
    {
        var row = table.Read(tag);
        if (
            row.Status == StatusCodes.BadWaitingForInitialData
            || row.ServerTime == 0
            || row.Status == StatusCodes.UncertainNoCommunicationLastUsableValue
            || row.Status == StatusCodes.BadNoCommunication
            || row.Status == StatusCodes.BadOutOfService
        )
            return;
        // Between the last change and now nobody recorded: the value counts from its last confirmation on.
        var at = Math.Max(row.ServerTime, row.SourceTime);
        if (_tags.RulesOf(tag) is { } rules)
            rules.Offer(row.Value, row.Status, UaTime.ToTicks(at));
        else
            recording.Record(_tags.SeriesOf(tag), row.Value, row.Status, at);
    }

    private void End(TagBatch batch, PlcGap gap)
    {
        foreach (ref readonly var sample in batch.Samples)
        {
            if (_tags.SeriesOf(sample.Tag) >= 0)
                _tags.RulesOf(sample.Tag)?.Begin();
        }
        gap.Lost();
    }
}
