using System.Buffers;

namespace S7OpcBridge.PubSub.Sparkplug;

/// <summary>
/// Data that was encoded before the births of the present session: its metrics get the mark of the past, so that hosts put them into their history and not over
/// the present values (Sparkplug 3.0, 6.4.6: is_historical). Metrics that are no longer published are left out.
/// </summary>
internal static class HistoricalData
{
    private const int MarkBytes = 2;

    /// <summary>Writes a payload of ours anew.</summary>
    /// <returns>Metrics in it; 0: there is nothing to send.</returns>
    public static int Write(ArrayBufferWriter<byte> output, ReadOnlySpan<byte> payload, IReadOnlySet<uint> known)
    {
        output.ResetWrittenCount();
        var metrics = 0;
        if (payload.Length < PayloadSequence.Bytes)
            return 0;
        try
        {
            payload = payload[..^PayloadSequence.Bytes];
            var head = payload;
            if (!PayloadReader.NextMetric(ref payload, out var metric, out var alias))
                return 0;
            // What stands before the first metric is the time.
            output.Write(head[..(head.Length - payload.Length - metric.Length - 1 - MetricValue.VarintSize((uint)metric.Length))]);
            do
            {
                if (alias > uint.MaxValue || !known.Contains((uint)alias))
                    continue;
                Append(output, metric);
                metrics++;
            } while (PayloadReader.NextMetric(ref payload, out metric, out alias));
        }
        catch (InvalidDataException)
        {
            // A journal that was changed by others.
            return 0;
        }
        PayloadSequence.Reserve(output);
        return metrics;
    }

    private static void Append(ArrayBufferWriter<byte> output, ReadOnlySpan<byte> metric)
    {
        var size = metric.Length + MarkBytes;
        var to = output.GetSpan(1 + MetricValue.VarintSize((uint)size) + size);
        var whole = to;
        to[0] = MetricValue.Head(ProtobufFields.PayloadMetric, ProtobufFields.Length);
        to = MetricValue.WriteVarint(to[1..], (uint)size);
        metric.CopyTo(to);
        to[metric.Length] = MetricValue.Head(ProtobufFields.IsHistorical, ProtobufFields.Varint);
        to[metric.Length + 1] = 1;
        output.Advance(whole.Length - to.Length + size);
    }
}
