using System.Collections.Immutable;
using S7OpcBridge.S7Plus.Planning;

namespace S7OpcBridge.S7Plus;

/// <summary>The items of one scan class.</summary>
/// <param name="Groups">For each item the group that one request reads whole where it fits; 0: none. Empty: no groups.</param>
public readonly record struct S7PlusClassItems(S7PlusItem[] Items, int[] Groups);

/// <summary>An item of a class.</summary>
/// <param name="Class">Index of the class.</param>
/// <param name="Item">Index of the item in its class.</param>
public readonly record struct S7PlusClassItem(int Class, int Item);

/// <summary>The requests of one scan class.</summary>
/// <param name="Requests">The items of each request; those of other classes ride in it.</param>
/// <param name="LowerBound">A number of requests below which no plan of what is left to this class exists.</param>
public sealed record S7PlusClassPlan(ImmutableArray<ImmutableArray<S7PlusClassItem>> Requests, int LowerBound);

/// <summary>
/// Plans all scan classes of a PLC together. Items of a slower class ride in free space of requests of faster classes where that saves the slower class a
/// request. Groups stay in their own class.
/// </summary>
public static class S7PlusClassPlans
{
    /// <summary>Plans the classes.</summary>
    /// <param name="classes">The items of each class, the fastest class first.</param>
    /// <param name="limits">Limits of the CPU.</param>
    public static ImmutableArray<S7PlusClassPlan> Plan(IReadOnlyList<S7PlusClassItems> classes, S7PlusLimits limits)
    {
        var packing = S7PlusReadPlan.PackingOf(limits);
        var faster = new List<Draft>();
        var plans = ImmutableArray.CreateBuilder<(List<Draft> Requests, int Bound)>(classes.Count);
        for (var i = 0; i < classes.Count; i++)
        {
            var units = packing.UnitsOf(S7PlusReadPlan.LengthsOf(classes[i].Items), classes[i].Groups);
            var left = Ride(i, units, faster, packing);
            var own = packing.Pack(left).Select(request => new Draft(i, Array.ConvertAll(request, place => left[place]))).ToList();
            plans.Add((own, packing.BoundOf(left)));
            // The slowest of the faster classes comes first: what rides there is read least often.
            faster.InsertRange(0, own);
        }
        return [.. plans.Select(plan => new S7PlusClassPlan([.. plan.Requests.Select(static draft => draft.Finish())], plan.Bound))];
    }

    /// <summary>Puts as few units of a class as possible into requests of others, and none where that saves no request. Returns the others.</summary>
    private static RequestUnit[] Ride(int of, RequestUnit[] units, List<Draft> faster, RequestPacking packing)
    {
        if (faster.Count == 0 || units.Length == 0)
            return units;
        // What may ride stands behind what may not, the smallest last.
        var order = units.OrderBy(static unit => unit.Count == 1).ThenByDescending(static unit => unit.Bytes).ToArray();
        var places = RequestsToRideIn(order, faster, packing);
        var before = packing.Pack(order).Length;
        var after = places.Count == 0 ? before : packing.Pack(order[..^places.Count]).Length;
        if (after >= before)
            return units;
        var (enough, tooFew) = (places.Count, 0);
        while (enough - tooFew > 1)
        {
            var some = (enough + tooFew) / 2;
            if (packing.Pack(order[..^some]).Length <= after)
                enough = some;
            else
                tooFew = some;
        }
        for (var i = 0; i < enough; i++)
            faster[places[i]].Add(of, order[^(i + 1)]);
        return order[..^enough];
    }

    /// <summary>The request for each unit that may ride, from the last on.</summary>
    private static List<int> RequestsToRideIn(RequestUnit[] order, List<Draft> faster, RequestPacking packing)
    {
        var places = new List<int>();
        var request = 0;
        var (items, bytes) = (faster[0].Count, faster[0].Bytes);
        for (var i = order.Length - 1; i >= 0 && order[i].Count == 1; i--)
        {
            while (!packing.Takes(items, bytes, order[i]))
            {
                if (++request == faster.Count)
                    return places;
                (items, bytes) = (faster[request].Count, faster[request].Bytes);
            }
            (items, bytes) = (items + 1, bytes + order[i].Bytes);
            places.Add(request);
        }
        return places;
    }

    private sealed class Draft
    {
        private readonly List<S7PlusClassItem> _items = [];

        public Draft(int home, RequestUnit[] units)
        {
            foreach (var unit in units)
                Add(home, unit);
        }

        public int Count => _items.Count;

        public int Bytes { get; private set; }

        public void Add(int of, in RequestUnit unit)
        {
            foreach (var item in unit.Items)
                _items.Add(new S7PlusClassItem(of, item));
            Bytes += unit.Bytes;
        }

        public ImmutableArray<S7PlusClassItem> Finish() => [.. _items.OrderBy(static item => item.Class).ThenBy(static item => item.Item)];
    }
}
