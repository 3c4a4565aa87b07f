using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Packing;

/// <summary>
/// The gaps from the narrowest to the widest. Joining them in this order is the cheapest way to any number of items, so one number defines which are joined.
/// </summary>
internal sealed class SortedGaps
{
    private readonly int[] _rank;
    private readonly long[] _cost;
    private readonly int _free;
    private readonly int _items;
    private readonly long _bytes;
    private int _joined;

    internal SortedGaps(AtomList atoms)
    {
        var order = new List<int>();
        _items = atoms.Count;
        for (var i = 0; i < atoms.Count; i++)
        {
            _bytes += PduBudget.ResponseItem + atoms.Length[i];
            if (atoms.Gap[i] != AtomList.Unbridgeable)
                order.Add(i);
        }
        var gaps = order.ConvertAll(i => ((long)atoms.Gap[i] << 32) + i).ToArray();
        Array.Sort(gaps);
        _rank = new int[atoms.Count];
        Array.Fill(_rank, int.MaxValue);
        _cost = new long[gaps.Length + 1];
        for (var rank = 0; rank < gaps.Length; rank++)
        {
            var gap = (int)(gaps[rank] >> 32);
            _rank[(int)gaps[rank]] = rank;
            _cost[rank + 1] = _cost[rank] + gap - PduBudget.ResponseItem;
            if (gap <= PduBudget.FreeGap)
                _free = rank + 1;
        }
    }

    /// <summary>Whether the atom and the next one share an item.</summary>
    internal bool IsJoined(int atom) => _rank[atom] < _joined;

    /// <summary>Joins gaps so that items and bytes could fit into a number of requests; false where they cannot.</summary>
    /// <param name="requests">Number of requests.</param>
    /// <param name="budget">Capacity of each.</param>
    /// <param name="share">0: as few joins as the item limit requires; 1: as many as the bytes allow.</param>
    /// <param name="reserve">Items to reserve for cuts.</param>
    internal bool TryJoin(int requests, PduBudget budget, double share, int reserve)
    {
        var fewest = Math.Max(_free, _items + reserve - (int)Math.Min(int.MaxValue / 2, (long)requests * budget.Items));
        if (fewest >= _cost.Length)
            return false;
        var most = fewest;
        if (share > 0)
        {
            var limit = ((long)requests * budget.Room) - _bytes;
            var (low, high) = (fewest, _cost.Length - 1);
            while (low < high)
            {
                var middle = (low + high + 1) / 2;
                if (_cost[middle] <= limit)
                    low = middle;
                else
                    high = middle - 1;
            }
            most = low;
        }
        _joined = fewest + (int)((most - fewest) * share);
        return true;
    }
}
