using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
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
        var lengths = new int[items.Length];
        for (var i = 0; i < items.Length; i++)
            lengths[i] = items[i].Address.RequestLength;
        return Make(lengths, limits.ItemsPerRead, limits.RequestBytes - RequestHead.Length - GetMultiVariables.Overhead - Counts);
    }

    /// <summary>Makes a plan for writing, which keeps the order of the items.</summary>
    public static S7PlusReadPlan ForWrites(ReadOnlySpan<S7PlusItem> items, S7PlusLimits limits)
    {
        var room = limits.RequestBytes - RequestHead.Length - SetMultiVariables.Overhead - Counts;
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

    private static S7PlusReadPlan Make(int[] lengths, int mostItems, int room)
    {
        var bound = BoundOf(lengths.Length, lengths.Sum(length => (long)length), mostItems, room);
        // Longest first. An even distribution usually reaches the bound; where every byte matters, requests are filled one after the other instead.
        var order = Enumerable.Range(0, lengths.Length).OrderByDescending(i => lengths[i]).ToArray();
        for (var requests = bound; ; requests++)
        {
            if ((TryDeal(lengths, order, requests, mostItems, room) ?? TryFill(lengths, order, requests, mostItems, room)) is { } dealt)
                return new S7PlusReadPlan(dealt, bound);
        }
    }

    private static int[][]? TryDeal(int[] lengths, int[] order, int requests, int mostItems, int room)
    {
        var items = new List<int>[requests];
        // The request with the fewest bytes comes first; a full one is not used again.
        var free = new PriorityQueue<int, (int Used, int Request)>();
        for (var i = 0; i < requests; i++)
        {
            items[i] = [];
            free.Enqueue(i, (0, i));
        }
        foreach (var item in order)
        {
            if (!free.TryDequeue(out var request, out var key))
                return null;
            // A single item is always accepted, however long its path is, because the CPU may still accept it.
            if (key.Used + lengths[item] > room && items[request].Count > 0)
                return null;
            items[request].Add(item);
            if (items[request].Count < mostItems)
                free.Enqueue(request, (key.Used + lengths[item], request));
        }
        return [.. items.Select(list => list.Order().ToArray())];
    }

    private static int[][]? TryFill(int[] lengths, int[] order, int requests, int mostItems, int room)
    {
        var result = new List<int[]>();
        var left = new LinkedList<int>(order);
        while (left.Count > 0)
        {
            if (result.Count == requests)
                return null;
            var items = new List<int>();
            var used = 0;
            for (var node = left.First; node is not null && items.Count < mostItems;)
            {
                var next = node.Next;
                if (items.Count == 0 || used + lengths[node.Value] <= room)
                {
                    used += lengths[node.Value];
                    items.Add(node.Value);
                    left.Remove(node);
                }
                node = next;
            }
            result.Add([.. items.Order()]);
        }
        return [.. result];
    }
}
