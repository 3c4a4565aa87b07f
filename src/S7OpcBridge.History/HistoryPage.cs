using System.Buffers;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History;

/// <summary>A part of the values of a range.</summary>
/// <param name="Values">
/// In the order asked; the server time equals the source time. A gap is a null value with BadDataLost at the time from which values are missing.
/// </param>
/// <param name="Next">Where to go on; null: the range is read to its end.</param>
public sealed record HistoryPage(IReadOnlyList<DataValue> Values, HistoryPosition? Next)
{
    /// <summary>A page of what a reader gives.</summary>
    internal static async ValueTask<HistoryPage> ReadAsync(int maxValues, Func<Memory<DataValue>, ValueTask<StoreProgress>> read)
    {
        maxValues = Math.Max(1, maxValues);
        var values = ArrayPool<DataValue>.Shared.Rent(maxValues);
        var count = 0;
        try
        {
            (count, var next) = await read(values.AsMemory(0, maxValues)).ConfigureAwait(false);
            return new HistoryPage(values[..count], next);
        }
        finally
        {
            values.AsSpan(0, count).Clear();
            ArrayPool<DataValue>.Shared.Return(values);
        }
    }
}
