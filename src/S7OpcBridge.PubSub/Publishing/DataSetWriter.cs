using System.Numerics;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Publishing;

/// <summary>A DataSetWriter: key frames with all fields, delta frames with the changed ones, and keep-alives (OPC 10000-14, 6.2.4 and 7.2.5.4).</summary>
internal sealed class DataSetWriter(PublishedDataSet set, WriterPlan plan, int[] tags) : TagWriter(tags, plan.Plc, plan.Rate)
{
    // A first frame before the first read would have no values.
    private static readonly long FirstValuesWithin = TimeSpan.FromSeconds(10).Ticks;

    private long _begun = -1,
        _lastSent;
    private int _sinceKey;
    private bool _hasValues,
        _needsAll = true;

    /// <summary>What it publishes.</summary>
    public PublishedDataSet Set { get; private set; } = set;

    /// <summary>The tags that it was made of.</summary>
    public WriterPlan Plan => plan;

    /// <summary>Number of its next message.</summary>
    public uint NextNumber { get; set; } = 1;

    /// <summary>Its place in its group, from 1, and the version of the group: they stand in binary messages.</summary>
    public void Place(ushort number, uint groupVersion)
    {
        if (Set.NetworkMessageNumber != number || Set.GroupVersion != groupVersion)
            Set = Set with { NetworkMessageNumber = number, GroupVersion = groupVersion };
    }

    /// <summary>What others are told of it.</summary>
    public PublishedWriter Describe(PublisherOptions options, PublishedLayout layout) =>
        new(
            Set.WriterGroup,
            Set.WriterGroupId,
            Set.Name,
            Set.WriterId,
            Set.DataTopic,
            Set.MetaDataTopic,
            Set.Version.Major,
            Set.Version.Minor,
            Rate,
            KeepAliveOf(options),
            layout,
            plan.Tags
        );

    public override void Publish(PublishRun run)
    {
        var taken = run.Take(FirstWord, Words, out var count);
        if (!IsReady(run))
            return;
        if (!Rate.OnChange || count > 0)
            _sinceKey++;
        var all = _needsAll || _sinceKey >= Rate.KeyFrame;
        if (all)
            SendAll(run);
        else if (count > 0)
            SendChanged(run, taken);
        else if (run.Now - _lastSent >= KeepAliveOf(run.Options).Ticks)
            SendAlive(run);
    }

    public override void PublishAll(PublishRun run)
    {
        run.Take(FirstWord, Words, out _);
        _needsAll = true;
        if (IsReady(run))
            SendAll(run);
    }

    // A writer whose PLC another node reads is silent, and begins with a key frame when it gets the PLC.
    private bool IsReady(PublishRun run)
    {
        if (!run.Owns(Plc))
        {
            _needsAll = true;
            return false;
        }
        if (_begun < 0)
            _begun = run.Now;
        return _hasValues = _hasValues || HasAnyValue(run) || run.Now - _begun >= FirstValuesWithin;
    }

    private bool HasAnyValue(PublishRun run)
    {
        foreach (var tag in Tags)
        {
            if (run.Read(tag).Status != StatusCodes.BadWaitingForInitialData)
                return true;
        }
        return false;
    }

    /// <summary>After so long without a message a keep-alive is sent.</summary>
    public TimeSpan KeepAliveOf(PublisherOptions options) => TimeSpan.FromTicks(Math.Max(options.KeepAlive.Ticks, 2 * Rate.Interval.Ticks));

    // Where each message has all fields this one has, too: the fixed layout of UADP knows no other.
    private void SendAlive(PublishRun run)
    {
        if (Rate.KeyFrame == 1)
            SendAll(run);
        else
            Send(run, FrameKind.KeepAlive, 0);
    }

    private void SendAll(PublishRun run)
    {
        for (var field = 0; field < Tags.Length; field++)
            run.Samples[field] = SampleOf(run, field);
        (_needsAll, _sinceKey) = (false, 0);
        Send(run, FrameKind.Key, Tags.Length);
    }

    private void SendChanged(PublishRun run, ReadOnlySpan<ulong> taken)
    {
        var count = 0;
        for (var word = 0; word < taken.Length; word++)
        {
            for (var bits = taken[word]; bits != 0; bits &= bits - 1)
                run.Samples[count++] = SampleOf(run, word * 64 + BitOperations.TrailingZeroCount(bits));
        }
        Send(run, FrameKind.Delta, count);
    }

    private FieldSample SampleOf(PublishRun run, int field)
    {
        var value = run.Read(Tags[field]);
        return new FieldSample(field, value.Value, value.Status, value.SourceTime);
    }

    private void Send(PublishRun run, FrameKind kind, int count)
    {
        var frame = new Frame(kind, NextNumber, run.TimeOfDay);
        run.Encode(run.Begin(), Set, frame, run.Samples.AsSpan(0, count));
        if (kind != FrameKind.KeepAlive)
            NextNumber++;
        _lastSent = run.Now;
        // A later subscriber can do nothing with some of the fields.
        run.Send(Set.DataTopic, MessageType.Data, run.Options.Retain && kind == FrameKind.Key, count);
    }
}
