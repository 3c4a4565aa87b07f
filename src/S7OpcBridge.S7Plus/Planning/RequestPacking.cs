namespace S7OpcBridge.S7Plus.Planning;

/// <summary>Items that stay in one request.</summary>
/// <param name="Items">Their indexes, ascending.</param>
/// <param name="Bytes">Their bytes in a request.</param>
internal readonly record struct RequestUnit(int[] Items, int Bytes)
{
    public int Count => Items.Length;
}

/// <summary>Packs units into as few requests as possible.</summary>
/// <param name="MostItems">Most items per request.</param>
/// <param name="Room">Most bytes of all items per request.</param>
internal readonly record struct RequestPacking(int MostItems, int Room)
{
    /// <summary>
    /// Makes units of items: one each, or one per group. A group that exceeds a request is taken apart; so is group 0, which is none.
    /// </summary>
    public RequestUnit[] UnitsOf(ReadOnlySpan<int> lengths, ReadOnlySpan<int> groups)
    {
        var units = new List<RequestUnit>(lengths.Length);
        var grouped = new Dictionary<int, List<int>>();
        for (var i = 0; i < lengths.Length; i++)
        {
            if (groups.IsEmpty || groups[i] == 0)
                units.Add(new RequestUnit([i], lengths[i]));
            else if (grouped.TryGetValue(groups[i], out var members))
                members.Add(i);
            else
                grouped.Add(groups[i], [i]);
        }
        foreach (var members in grouped.Values)
        {
            var bytes = 0;
            foreach (var item in members)
                bytes += lengths[item];
            if (members.Count <= MostItems && bytes <= Room)
            {
                units.Add(new RequestUnit([.. members], bytes));
                continue;
            }
            foreach (var item in members)
                units.Add(new RequestUnit([item], lengths[item]));
        }
        return [.. units];
    }

    /// <summary>A number of requests below which there is no plan.</summary>
    public int BoundOf(ReadOnlySpan<RequestUnit> units)
    {
        long items = 0,
            bytes = 0;
        foreach (var unit in units)
            (items, bytes) = (items + unit.Count, bytes + unit.Bytes);
        return (int)Math.Max((items + MostItems - 1) / MostItems, (bytes + Room - 1) / Room);
    }

    /// <summary>The units of each request, as indexes. A single item is accepted however long it is, because the CPU may still take it.</summary>
    public int[][] Pack(RequestUnit[] units)
    {
        // Largest first. An even distribution usually reaches the bound; where every byte matters, requests are filled one after the other instead.
        var order = Enumerable
            .Range(0, units.Length)
            .OrderByDescending(i => units[i].Count)
            .ThenByDescending(i => units[i].Bytes)
            .ToArray();
        for (var requests = BoundOf(units); ; requests++)
        {
            if ((TryDeal(units, order, requests) ?? TryFill(units, order, requests)) is { } dealt)
                return dealt;
        }
    }

    /// <summary>True where a request that is not empty takes another unit.</summary>
    public bool Takes(int items, int bytes, in RequestUnit unit) => items + unit.Count <= MostItems && bytes + unit.Bytes <= Room;

    private int[][]? TryDeal(RequestUnit[] units, int[] order, int requests)
    {
        var dealt = new List<int>[requests];
        var items = new int[requests];
        // The request with the fewest bytes comes first; a full one is not used again.
        var free = new PriorityQueue<int, (int Used, int Request)>();
        for (var i = 0; i < requests; i++)
        {
            dealt[i] = [];
            free.Enqueue(i, (0, i));
        }
        foreach (var place in order)
        {
            if (
                !free.TryDequeue(out var request, out var key)
                || dealt[request].Count > 0 && !Takes(items[request], key.Used, units[place])
            )
                return null;
            dealt[request].Add(place);
            items[request] += units[place].Count;
            if (items[request] < MostItems)
                free.Enqueue(request, (key.Used + units[place].Bytes, request));
        }
        return Array.ConvertAll(dealt, static list => list.ToArray());
    }

    private int[][]? TryFill(RequestUnit[] units, int[] order, int requests)
    {
        var result = new List<int[]>();
        var left = new LinkedList<int>(order);
        while (left.Count > 0)
        {
            if (result.Count == requests)
                return null;
            var filled = new List<int>();
            var (items, bytes) = (0, 0);
            for (var node = left.First; node is not null && items < MostItems; )
            {
                var next = node.Next;
                if (filled.Count == 0 || Takes(items, bytes, units[node.Value]))
                {
                    (items, bytes) = (items + units[node.Value].Count, bytes + units[node.Value].Bytes);
                    filled.Add(node.Value);
                    left.Remove(node);
                }
                node = next;
            }
            result.Add([.. filled]);
        }
        return [.. result];
    }
}
