using System.Diagnostics;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Benchmarks;

/// <summary>A subscriber that looks at the clock: a value is the number of the change that made it.</summary>
/// <param name="session">The session.</param>
/// <param name="nodes">What it subscribes to.</param>
/// <param name="publishingInterval">In milliseconds.</param>
/// <param name="changedAt">When each change was made, by <see cref="Stopwatch.GetTimestamp"/>.</param>
/// <param name="latencies">Takes what is found, in ticks of the stopwatch.</param>
internal sealed class LatencyStream(LoadSession session, NodeId[] nodes, double publishingInterval, long[] changedAt, List<long> latencies)
    : PublishStream(session, nodes, publishingInterval, samplingInterval: 0)
{
    private const int HasValue = 1,
        HasStatus = 2,
        HasSourceTime = 4,
        HasServerTime = 8;

    protected override void TakeItems(ref UaReader items, int count)
    {
        var now = Stopwatch.GetTimestamp();
        for (; count > 0; count--)
        {
            items.ReadUInt32();
            var mask = items.ReadByte();
            if ((mask & HasValue) != 0 && items.ReadByte() == (byte)BuiltInType.Int32 && items.ReadInt32() is > 0 and var change)
                latencies.Add(now - changedAt[change]);
            if ((mask & HasStatus) != 0)
                items.ReadUInt32();
            if ((mask & HasSourceTime) != 0)
                items.ReadInt64();
            if ((mask & HasServerTime) != 0)
                items.ReadInt64();
        }
    }
}
