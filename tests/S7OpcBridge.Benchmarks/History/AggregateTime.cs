using System.Buffers.Binary;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.History;

namespace S7OpcBridge.Benchmarks;

/// <summary>What one-minute averages of a day of 100 tags at 1 Hz take, from raw values in memory to the values of the answers.</summary>
internal static class AggregateTime
{
    private const int Tags = 100, Seconds = 24 * 3600, Rounds = 3;

    /// <summary>CPU seconds, the best of a few rounds.</summary>
    public static async Task<double?> CpuSecondsAsync()
    {
        var start = UaTime.FromTicks(new DateTime(2026, 3, 1, 0, 0, 0, DateTimeKind.Utc).Ticks);
        var values = new DataValue[Seconds];
        for (var i = 0; i < Seconds; i++)
            values[i] = new DataValue(Variant.Of((double)(i % 997)), StatusCodes.Good, start + i * TimeSpan.TicksPerSecond, 0);
        var source = new HistorySource
        {
            ConfigurationOf = _ => HistoryConfiguration.Sloped,
            ReadRaw = (range, into, _) => new(Read(values, range, into.Span)),
        };
        var best = double.MaxValue;
        for (var round = 0; round < Rounds; round++)
        {
            var before = Environment.CpuUsage.TotalTime;
            for (var tag = 0; tag < Tags; tag++)
                await AverageAsync(source, start);
            best = Math.Min(best, (Environment.CpuUsage.TotalTime - before).TotalSeconds);
        }

        return best;
    }

    private static async Task AverageAsync(HistorySource source, long start)
    {
        var details = new ReadProcessedDetails
        {
            StartTime = start,
            EndTime = start + Seconds * TimeSpan.TicksPerSecond,
            ProcessingInterval = 60_000,
            AggregateType = [Ids.AggregateFunction_Average],
            AggregateConfiguration = new AggregateConfiguration { UseServerCapabilitiesDefaults = true },
        };
        var target = new HistoryTarget(new NodeId(2, "V"), null, TimestampsToReturn.Source, 0);
        var cursor = new ProcessedCursor(source, new HistoryLimits(), target, ProcessedRequest.Of(details, 0, HistoryConfiguration.Sloped));
        var budget = new HistoryBudget(TimeProvider.System, null);
        budget.Grant(int.MaxValue);
        var part = await cursor.NextAsync(new HistoryNode(null!, NodeHandle.None, 0, null!, false), budget, CancellationToken.None);
        if (((HistoryData)part.Data).DataValues.Length != Seconds / 60)
            throw new InvalidOperationException("The benchmark's own averages are wrong.");
    }

    private static HistoryPage Read(DataValue[] values, in RawHistoryRange range, Span<DataValue> into)
    {
        if (range.IsBackward)
            return new HistoryPage(0);
        var at = range.Position.IsEmpty ? (int)((range.From - values[0].SourceTime) / TimeSpan.TicksPerSecond)
            : BinaryPrimitives.ReadInt32LittleEndian(range.Position.Span);
        var count = Math.Clamp(values.Length - at, 0, into.Length);
        values.AsSpan(Math.Min(at, values.Length), count).CopyTo(into);
        var next = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(next, at + count);
        return new HistoryPage(count, at + count < values.Length ? next : []);
    }
}
