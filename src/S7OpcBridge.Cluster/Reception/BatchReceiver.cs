using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;
using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Cluster.Tenures;
using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Reception;

/// <summary>
/// Takes the batches of other nodes: drops what an earlier holder of a PLC sends, translates tags where maps differ, and enters the values into the channel of
/// the acquisition, whose reader publishes them like those of this node's own PLCs.
/// </summary>
internal sealed partial class BatchReceiver(
    Acquisition acquisition,
    TenureTable tenures,
    Func<MapTags> tags,
    TimeProvider time,
    ILogger log
) : IDisposable
{
    private const int NotTaken = -1;

    private readonly ConcurrentDictionary<string, NodeSource> _sources = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, byte> _wanted = new(StringComparer.Ordinal),
        _unknown = new(StringComparer.Ordinal),
        _different = new(StringComparer.Ordinal);
    private long _outdated;

    /// <summary>Called where another node sends a PLC that this node has, with a later tenure: this node must let it go.</summary>
    public required Action<string, long> Overtaken { get; init; }

    /// <summary>Parts of batches from an earlier holder of a PLC, which were dropped.</summary>
    public long Outdated => Volatile.Read(ref _outdated);

    /// <summary>What each node has sent.</summary>
    public IEnumerable<SourceFigures> Sources => _sources.Select(static source => source.Value.Figures(source.Key));

    /// <summary>PLCs that other nodes have and this node's map does not.</summary>
    public ICollection<string> UnknownPlcs => _unknown.Keys;

    /// <summary>PLCs of other nodes whose tags differ from this node's map.</summary>
    public ICollection<string> DifferentMaps => _different.Keys;

    /// <summary>Receives a batch and returns the answer.</summary>
    public async ValueTask<byte[]> TakeAsync(string from, ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        var source = _sources.GetOrAdd(from, static _ => new NodeSource());
        await source.Turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            // Read first: if the node leaves meanwhile, the next answer says so.
            var memory = source.Memory;
            var notes = new List<(string, BatchNote, long)>();
            var batches = new List<TagBatch>();
            Read(from, source, body.Span, batches, notes);
            // The channel is bounded: a node that can't publish fast enough answers late, and its senders join further changes meanwhile.
            foreach (var batch in batches)
                await acquisition.FeedAsync(batch, cancellationToken).ConfigureAwait(false);
            return BatchAnswer.Write(memory, notes);
        }
        finally
        {
            source.Turn.Release();
        }
    }

    /// <summary>Receives a node's list of a PLC's tags, for batches that follow.</summary>
    public async ValueTask LearnAsync(string from, ReadOnlyMemory<byte> body, CancellationToken cancellationToken)
    {
        var source = _sources.GetOrAdd(from, static _ => new NodeSource());
        await source.Turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            Learn(from, source, body.Span);
        }
        finally
        {
            source.Turn.Release();
        }
    }

    /// <summary>The map has changed: ids are looked up again, and values of PLCs with other lists than before are asked for.</summary>
    public async Task FollowAsync(MapTags before, MapTags now, CancellationToken cancellationToken)
    {
        foreach (var source in _sources.Values)
        {
            await source.Turn.WaitAsync(cancellationToken).ConfigureAwait(false);
            source.Forget();
            source.Turn.Release();
        }
        _unknown.Clear();
        _different.Clear();
        foreach (var list in now.Plcs)
        {
            if (before.Find(list.Name)?.Hash != list.Hash)
                _wanted[list.Name] = 0;
        }
    }

    /// <summary>Members have changed: nodes that are none any more have to tell everything again.</summary>
    public void Follow(IReadOnlyCollection<string> nodes)
    {
        foreach (var (node, source) in _sources)
        {
            if (!nodes.Contains(node))
                source.Leave();
        }
    }

    public void Dispose()
    {
        foreach (var source in _sources.Values)
            source.Dispose();
    }

    private void Learn(string from, NodeSource source, ReadOnlySpan<byte> body)
    {
        var reader = new WireReader(body);
        if (reader.Byte() != MessageKind.Version)
            throw new InvalidDataException($"Node {from} sends another version of the format than {MessageKind.Version}.");
        if (tags().Find(reader.Text()) is not { } list)
            return;
        var translation = TagTranslation.Read(ref reader, list, tags().Map);
        source.Learn(list.Name, translation);
        if (_different.TryAdd(list.Name, 0))
            MapsDiffer(log, list.Name, from, translation.Unknown, list.Ids.Length - translation.Ids.Length + translation.Unknown);
    }

    private void Read(
        string from,
        NodeSource source,
        ReadOnlySpan<byte> body,
        List<TagBatch> batches,
        List<(string, BatchNote, long)> notes
    )
    {
        var reader = new WireReader(body);
        var head = BatchHead.Read(ref reader);
        if (!source.IsNext(head.Instance, head.Sequence))
            throw new ClusterCallException(ClusterCallFailure.Refused, "A later batch of this node has already arrived there.");
        var statuses = new List<(int Plc, PlcStatus Status)>();
        for (var i = 0; i < head.Plcs; i++)
        {
            var plc = PlcHead.Read(ref reader);
            var taken = NotTaken;
            var part = new WireReader(reader.Bytes(reader.SetCount()));
            if (tags().Find(plc.Plc) is not { } list)
            {
                notes.Add((plc.Plc, BatchNote.UnknownPlc, 0));
                if (_unknown.TryAdd(plc.Plc, 0))
                    Unknown(log, from, plc.Plc);
            }
            else if (IsCurrent(plc, from, list, notes) && TranslationOf(source, list, plc, notes) is { } translation)
            {
                taken = list.Plc;
                BatchReader.Read(ref part, translation, head.BaseTicks, acquisition.RentForwarded, list.Groups, batches);
            }
            if (plc.Status is { } status)
                statuses.Add((taken, status));
        }
        Feed(statuses, NameplateWire.Read(ref reader));
        source.Count(
            batches.Sum(static batch => batch.Count),
            notes.Count(static note => note.Item2 is BatchNote.SendAll or BatchNote.SendTagList),
            time.GetUtcNow() - new DateTimeOffset(head.BaseTicks, TimeSpan.Zero)
        );
    }

    private void Feed(List<(int Plc, PlcStatus Status)> statuses, CpuNameplate?[] nameplates)
    {
        for (var i = 0; i < statuses.Count; i++)
        {
            if (statuses[i] is var (plc, status) && plc != NotTaken)
                acquisition.Feed(plc, i < nameplates.Length ? status with { Nameplate = nameplates[i] } : status);
        }
    }

    private bool IsCurrent(in PlcHead plc, string from, PlcTagList list, List<(string, BatchNote, long)> notes)
    {
        if (acquisition.Owns(list.Plc))
        {
            var own = tenures.TenureOf(plc.Plc).Number;
            if (plc.Tenure > own)
                Overtaken(plc.Plc, plc.Tenure);
            notes.Add((plc.Plc, BatchNote.Outdated, own));
            return false;
        }
        var verdict = tenures.Hear(plc.Plc, from, plc.Tenure);
        if (verdict == Verdict.Outdated)
        {
            Interlocked.Increment(ref _outdated);
            notes.Add((plc.Plc, BatchNote.Outdated, tenures.TenureOf(plc.Plc).Number));
        }
        else if (verdict == Verdict.TakeAndAskAll || _wanted.TryRemove(plc.Plc, out _))
        {
            notes.Add((plc.Plc, BatchNote.SendAll, 0));
        }
        return verdict != Verdict.Outdated;
    }

    private static TagTranslation? TranslationOf(NodeSource source, PlcTagList list, in PlcHead plc, List<(string, BatchNote, long)> notes)
    {
        if (source.TranslationOf(list, plc.Tags) is { } known)
            return known;
        notes.Add((plc.Plc, BatchNote.SendTagList, 0));
        return null;
    }

    [LoggerMessage(
        1134,
        LogLevel.Warning,
        "PLC {Plc} has other tags in the map of node {Node}: values are assigned by path. {Unknown} of its tags are not in "
            + "the map of this node, {Missing} tags of this map get no value. Load the same map on all nodes."
    )]
    private static partial void MapsDiffer(ILogger logger, string plc, string node, int unknown, int missing);

    [LoggerMessage(
        1135,
        LogLevel.Warning,
        "Node {Node} reads PLC {Plc}, which the map of this node does not have. Load the same map on all nodes."
    )]
    private static partial void Unknown(ILogger logger, string node, string plc);
}
