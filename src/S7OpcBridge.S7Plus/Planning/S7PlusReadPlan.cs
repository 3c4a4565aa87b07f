using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Planning;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus;

/// <summary>
/// Distributes items over as few requests as possible, within the CPU's limits of items and bytes per request. Immutable; made once per connection.
/// </summary>
public sealed class S7PlusReadPlan
{
    private readonly int[][] _requests;

    private S7PlusReadPlan(int[][] requests, int lowerBound)
    {
        _requests = requests;
        LowerBound = lowerBound;
    }

    /// <summary>Number of requests.</summary>
    public int Count => _requests.Length;

    /// <summary>A number of requests below which no plan exists, by the number of items and the sum of their bytes.</summary>
    public int LowerBound { get; }

    /// <summary>The items of a request as ascending indexes into the planned list.</summary>
    public ReadOnlySpan<int> ItemsOf(int request) => _requests[request];

    /// <summary>Makes a plan for reading.</summary>
    public static S7PlusReadPlan ForReads(ReadOnlySpan<S7PlusItem> items, S7PlusLimits limits)
    {
        var packing = PackingOf(limits);
        var units = packing.UnitsOf(LengthsOf(items), []);
        var requests = Array.ConvertAll(packing.Pack(units), static request => request.Order().ToArray());
        return new S7PlusReadPlan(requests, packing.BoundOf(units));
    }

    /// <summary>Makes a plan for writing, which keeps the order of the items.</summary>
    public static S7PlusReadPlan ForWrites(ReadOnlySpan<S7PlusItem> items, S7PlusLimits limits)
    {
        var room = limits.RequestBytes - PlusRequestHead.Length - SetMultiVariables.Overhead - Counts;
        var requests = new List<int[]>();
        var current = new List<int>();
        var used = 0;
        var sum = 0;
        for (var i = 0; i < items.Length; i++)
        {
            var length = items[i].Address.RequestLength + ValueLength(items[i].Shape);
            sum += length;
            if (current.Count > 0 && (current.Count == limits.ItemsPerWrite || used + length > room))
            {
                requests.Add([.. current]);
                current.Clear();
                used = 0;
            }
            current.Add(i);
            used += length;
        }
        if (current.Count > 0)
            requests.Add([.. current]);
        return new S7PlusReadPlan([.. requests], BoundOf(items.Length, sum, limits.ItemsPerWrite, room));
    }

    // The number of items and the sum of their fields, in variable length.
    private const int Counts = 3 + 3;

    // Largest length of number, flags, type, count and content.
    private static int ValueLength(in S7PlusShape shape)
    {
        const int head = 3 + 2 + 3;
        var elements = Math.Max(1, shape.WireCount);
        var longest = TypeTable.WidthOf(shape.Wire) switch
        {
            0 => 4 + 8 + Vlq.Longest32 + 1 + shape.ByteLength,
            4 => Vlq.Longest32,
            8 => Vlq.Longest64,
            var width => width,
        };
        return head + (elements * longest);
    }

    private static int BoundOf(int count, long bytes, int mostItems, int room) =>
        (int)Math.Max((count + mostItems - 1) / mostItems, (bytes + room - 1) / room);

    /// <summary>The limits of read requests.</summary>
    internal static RequestPacking PackingOf(S7PlusLimits limits) =>
        new(limits.ItemsPerRead, limits.RequestBytes - PlusRequestHead.Length - GetMultiVariables.Overhead - Counts);

    /// <summary>The bytes of each item in a read request.</summary>
    internal static int[] LengthsOf(ReadOnlySpan<S7PlusItem> items)
    {
        var lengths = new int[items.Length];
        for (var i = 0; i < items.Length; i++)
            lengths[i] = items[i].Address.RequestLength;
        return lengths;
    }
}
