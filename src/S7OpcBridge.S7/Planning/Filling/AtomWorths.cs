using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Filling;

/// <summary>
/// What a request gains by reading an atom: its bytes and its part of an item, at the price of an item that the bound has found. Both are scaled while requests
/// are filled, so that bytes and items run out together, and from pass to pass, so that atoms that were left to poor requests come earlier the next time.
/// </summary>
internal sealed class AtomWorths
{
    /// <summary>How much an atom may be worth, as a multiple of its price.</summary>
    internal const double Most = 2;

    /// <summary>How fast the price of an item follows, per request by which bytes are ahead of items.</summary>
    private const double Follow = 0.2;

    /// <summary>A large atom counts this much more than its share of a request says, because it finds a place in fewer requests.</summary>
    private const double Large = 0.1;

    /// <summary>How much of the difference between a full request and its own an atom learns.</summary>
    private const double Learnt = 0.3;

    private readonly AtomList _atoms;
    private readonly double[] _items;
    private readonly double[] _factor;
    private readonly double[] _bytes,
        _headers,
        _most;
    private readonly double _room;
    private readonly double _allBytes,
        _allItems;
    private double _takenBytes,
        _takenItems;
    private double _itemFactor = 1;

    internal AtomWorths(AtomList atoms, PduBudget budget, int price)
    {
        (_atoms, _room, Price) = (atoms, budget.PaddedRoom(anyOddItem: false), price);
        Capacity = _room + ((double)price * budget.Items);
        (_items, _factor) = (new double[atoms.Count], new double[atoms.Count]);
        (_bytes, _headers, _most) = (new double[atoms.Count], new double[atoms.Count], new double[atoms.Count]);
        Array.Fill(_factor, 1);
        for (var i = 0; i < atoms.Count; i++)
        {
            _items[i] = (Math.Min(Header, i == 0 ? AtomList.Unbridgeable : atoms.Gap[i - 1]) + Math.Min(Header, atoms.Gap[i])) / 2.0;
            (_allBytes, _allItems) = (_allBytes + atoms.Length[i], _allItems + _items[i]);
        }
    }

    /// <summary>The price of an item in bytes, without its header.</summary>
    internal int Price { get; }

    /// <summary>Bytes that a second item costs.</summary>
    internal int Header => PduBudget.ResponseItem + Price;

    /// <summary>What a request can be worth.</summary>
    internal double Capacity { get; }

    /// <summary>The worth of neighbouring atoms.</summary>
    internal double Of(AtomRun run)
    {
        var worth = 0.0;
        for (var i = run.First; i <= run.Last; i++)
            worth += Math.Min(_most[i], _bytes[i] + (_itemFactor * _headers[i]));
        return worth;
    }

    /// <summary>Before a pass.</summary>
    internal void Begin()
    {
        (_takenBytes, _takenItems, _itemFactor) = (0, 0, 1);
        for (var i = 0; i < _factor.Length; i++)
        {
            var factor = _factor[i] * (1 + (Large * _atoms.Length[i] / _room));
            (_bytes[i], _headers[i], _most[i]) = (factor * _atoms.Length[i], factor * _items[i], Most * (_atoms.Length[i] + _items[i]));
        }
    }

    /// <summary>A request was filled: where more of all bytes than of all items are used up, items count more, and the other way round.</summary>
    internal void Take(List<AtomRun> request, int requests)
    {
        foreach (var run in request)
        {
            for (var i = run.First; i <= run.Last; i++)
                (_takenBytes, _takenItems) = (_takenBytes + _atoms.Length[i], _takenItems + _items[i]);
        }
        if (_allItems > 0)
            _itemFactor = Math.Clamp(1 + (Follow * requests * ((_takenBytes / _allBytes) - (_takenItems / _allItems))), 0.7, 1.4);
    }

    /// <summary>After a pass: what lies in a request that is worth little is hard to place and counts more.</summary>
    internal void Learn(List<List<AtomRun>> requests)
    {
        var (before, after) = (0.0, 0.0);
        foreach (var request in requests)
        {
            var worth = request.Sum(Plain);
            var raise = 1 + (Learnt * (Math.Min(1.5, Capacity / Math.Max(1, worth)) - 1));
            foreach (var run in request)
            {
                for (var i = run.First; i <= run.Last; i++)
                {
                    _factor[i] *= raise;
                    before += _atoms.Length[i] + _items[i];
                    after += _factor[i] * (_atoms.Length[i] + _items[i]);
                }
            }
        }
        for (var i = 0; i < _factor.Length && after > 0; i++)
            _factor[i] *= before / after;
    }

    private double Plain(AtomRun run)
    {
        var worth = 0.0;
        for (var i = run.First; i <= run.Last; i++)
            worth += _atoms.Length[i] + _items[i];
        return worth;
    }
}
