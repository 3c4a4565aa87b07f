using System.Buffers.Binary;
using S7OpcBridge.OpcUa.Server.Aggregates;

namespace S7OpcBridge.OpcUa.Server.Tests.Aggregates;

/// <summary>A series of raw values in an array.</summary>
internal static class ArraySeries
{
    /// <summary>A source that gives at most so many values at once.</summary>
    public static SeriesSource Of(DataValue[] series, int pageSize) =>
        (from, isBackward, position, values, _) =>
        {
            var step = isBackward ? -1 : 1;
            var at =
                position.Length > 0 ? BinaryPrimitives.ReadInt32LittleEndian(position.Span)
                : isBackward ? Array.FindLastIndex(series, v => v.SourceTime < from)
                : Array.FindIndex(series, v => v.SourceTime >= from) is >= 0 and var first ? first
                : series.Length;
            var count = 0;
            for (; count < Math.Min(values.Length, pageSize) && at >= 0 && at < series.Length; at += step)
                values.Span[count++] = series[at];
            var next = new byte[sizeof(int)];
            BinaryPrimitives.WriteInt32LittleEndian(next, at);
            return new(new SourceProgress(count, at >= 0 && at < series.Length ? next : []));
        };
}
