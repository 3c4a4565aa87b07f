using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Forwarding;

/// <summary>What the links to all nodes share.</summary>
internal sealed class Sending
{
    // A receiver drops what has a lower number than what it has taken. It does not know of a new link, so that one's numbers lie above all earlier ones.
    private const int BatchBits = 40;

    private long[] _confirmed = [];
    private long _links;

    /// <summary>The run of this process.</summary>
    public required ulong Instance { get; init; }

    public required TimeProvider Time { get; init; }

    /// <summary>Asks a node.</summary>
    public required Func<string, byte, ReadOnlyMemory<byte>, CancellationToken, ValueTask<byte[]>> AskAsync { get; init; }

    /// <summary>The present value of a tag.</summary>
    public required Func<int, TagSample> Read { get; init; }

    /// <summary>The present status of a PLC.</summary>
    public required Func<int, PlcStatus> StatusOf { get; init; }

    /// <summary>The symbols that the CPU of a PLC has reported; null: none.</summary>
    public required Func<string, CpuSymbols?> SymbolsOf { get; init; }

    /// <summary>Number of this node's tenure of a PLC, the last one if it has ended; 0: none.</summary>
    public required Func<string, long> TenureOf { get; init; }

    /// <summary>Version of the view.</summary>
    public required Func<long> View { get; init; }

    /// <summary>The tag lists of the running map.</summary>
    public required Func<MapTags> Tags { get; init; }

    /// <summary>Writes the listeners of this node (see <see cref="Demands"/>).</summary>
    public required Demands Demands { get; init; }

    /// <summary>Called with what a receiver says about a PLC: another node has taken it over, with this number.</summary>
    public required Action<string, long> Overtaken { get; init; }

    /// <summary>Called with a node that wants all of a PLC, for what else than values there is of it.</summary>
    public Action<string, int> AskedAll { get; init; } = static (_, _) => { };

    /// <summary>The number before that of a new link's first batch.</summary>
    public long NextSequence() => Interlocked.Increment(ref _links) << BatchBits;

    /// <summary>UTC ticks at which a class was last confirmed; 0: never.</summary>
    public long ConfirmedOf(int group) =>
        Volatile.Read(ref _confirmed) is var all && group < all.Length ? Volatile.Read(ref all[group]) : 0;

    /// <summary>Notes a confirmation. One thread: the one that publishes.</summary>
    public void Confirm(int group, long ticks)
    {
        if (group >= _confirmed.Length)
        {
            var grown = new long[Math.Max(group + 1, _confirmed.Length * 2)];
            _confirmed.CopyTo(grown, 0);
            Volatile.Write(ref _confirmed, grown);
        }
        Volatile.Write(ref _confirmed[group], ticks);
    }
}
