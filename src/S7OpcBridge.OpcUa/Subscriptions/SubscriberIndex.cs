using System.Runtime.InteropServices;

namespace S7OpcBridge.OpcUa;

/// <summary>
/// Which monitored items listen to which variable: per variable a doubly linked list of 16-byte links in one pool, so that adding and removing an item costs
/// the same however many there are. A dispatch walks the lists of the changed variables only, sorts the hits by subscription, and then enters each
/// subscription's owner once.
/// </summary>
internal sealed class SubscriberIndex(VariableTable table, int groups)
{
    private const int PerRound = 1024; // changed variables per round: bounds how long the index is locked and how large the inboxes get

    private readonly Lock _gate = new();
    private readonly int[] _first = NoLinks(table.Count);
    private readonly GroupDemand[] _demand = Demands(groups);
    private readonly List<Link[]> _links = [];
    private readonly List<Inbox?> _inboxes = [];
    private readonly List<Inbox> _touched = [];
    private int _freeLink = -1, _linkCount;

    private const int LinkShift = 10, LinksPerBlock = 1 << LinkShift;

    /// <summary>Who listens to the variables of a group.</summary>
    public GroupDemand DemandOf(int group) => _demand[group];

    /// <summary>Gives a subscription its place; the number goes into every link of it.</summary>
    public int Register(Subscription subscription)
    {
        lock (_gate)
        {
            var place = _inboxes.IndexOf(null);
            if (place < 0)
            {
                place = _inboxes.Count;
                _inboxes.Add(null);
            }

            _inboxes[place] = new Inbox(subscription);
            return place;
        }
    }

    /// <summary>Takes the place away; its links must be gone.</summary>
    public void Unregister(int place)
    {
        lock (_gate)
            _inboxes[place] = null;
    }

    /// <summary>Lets an item listen. Read the variable after that, and no change is missed.</summary>
    /// <param name="variable">The variable.</param>
    /// <param name="place">The subscription's place.</param>
    /// <param name="item">The item's slot.</param>
    /// <param name="interval">How often the item wants news, in milliseconds.</param>
    /// <returns>The link, for <see cref="Remove"/>.</returns>
    public int Add(int variable, int place, int item, float interval)
    {
        int link;
        bool changed;
        var group = table.GroupOf(variable);
        lock (_gate)
        {
            link = TakeLink();
            ref var added = ref At(link);
            ref var head = ref _first[variable];
            added = new Link { Next = head, Previous = -1, Place = place, Item = item };
            if (head >= 0)
                At(head).Previous = link;
            head = link;
            changed = _demand[group].Add(interval, 1);
        }

        if (changed)
            table.RaiseDemand(group);
        return link;
    }

    /// <summary>A listening item wants news in another interval.</summary>
    public void Change(int variable, float from, float to)
    {
        bool changed;
        var group = table.GroupOf(variable);
        lock (_gate)
            changed = _demand[group].Add(to, 1) | _demand[group].Add(from, -1);
        if (changed)
            table.RaiseDemand(group);
    }

    /// <summary>Stops an item from listening; the interval is the one it listened with.</summary>
    public void Remove(int variable, int link, float interval)
    {
        bool changed;
        var group = table.GroupOf(variable);
        lock (_gate)
        {
            ref var removed = ref At(link);
            if (removed.Previous >= 0)
                At(removed.Previous).Next = removed.Next;
            else
                _first[variable] = removed.Next;
            if (removed.Next >= 0)
                At(removed.Next).Previous = removed.Previous;
            removed = new Link { Next = _freeLink, Previous = -1, Place = -1, Item = -1 };
            _freeLink = link;
            changed = _demand[group].Add(interval, -1);
        }

        if (changed)
            table.RaiseDemand(group);
    }

    /// <summary>Hands changed variables to the subscriptions; called by the table's writer only.</summary>
    public void Dispatch(ReadOnlySpan<int> changed)
    {
        while (changed.Length > 0)
        {
            var round = changed[..Math.Min(PerRound, changed.Length)];
            changed = changed[round.Length..];
            Collect(round);

            Deliver();
        }
    }

    // An owner that is busy right now is asked again after the others, and then for a millisecond at a time: nobody waits for somebody else's work.
    private void Deliver()
    {
        var left = _touched.Count;
        for (var patience = 0; left > 0; patience = 1)
        {
            foreach (var inbox in CollectionsMarshal.AsSpan(_touched))
            {
                if (inbox.Hits.IsEmpty || !inbox.Subscription.TryDispatch(table, inbox.Hits, patience))
                    continue;
                inbox.Clear();
                left--;
            }
        }

        _touched.Clear();
    }

    private static GroupDemand[] Demands(int groups)
    {
        var demands = new GroupDemand[groups];
        foreach (ref var demand in demands.AsSpan())
            demand = new GroupDemand();
        return demands;
    }

    private static int[] NoLinks(int variables)
    {
        var first = new int[variables];
        first.AsSpan().Fill(-1);
        return first;
    }

    private void Collect(ReadOnlySpan<int> changed)
    {
        lock (_gate)
        {
            foreach (var variable in changed)
            {
                for (var link = _first[variable]; link >= 0;)
                {
                    ref readonly var at = ref At(link);
                    var inbox = _inboxes[at.Place]!;
                    if (inbox.Add(new Hit(variable, at.Item)))
                        _touched.Add(inbox);
                    link = at.Next;
                }
            }
        }
    }

    private ref Link At(int link) => ref _links[link >> LinkShift][link & LinksPerBlock - 1];

    private int TakeLink()
    {
        if (_freeLink >= 0)
        {
            var link = _freeLink;
            _freeLink = At(link).Next;
            return link;
        }

        if (_linkCount == _links.Count << LinkShift)
            _links.Add(new Link[LinksPerBlock]);
        return _linkCount++;
    }

    private struct Link
    {
        public int Next, Previous, Place, Item;
    }

    private sealed class Inbox(Subscription subscription)
    {
        private const int KeptHits = 4 * PerRound;
        private Hit[] _hits = [];
        private int _count;

        public Subscription Subscription => subscription;

        public ReadOnlySpan<Hit> Hits => _hits.AsSpan(0, _count);

        /// <returns>True for the first hit.</returns>
        public bool Add(Hit hit)
        {
            if (_count == _hits.Length)
                Array.Resize(ref _hits, Math.Max(16, _count * 2));
            _hits[_count++] = hit;
            return _count == 1;
        }

        public void Clear()
        {
            _count = 0;
            if (_hits.Length > KeptHits)
                _hits = [];
        }
    }
}

/// <summary>A changed variable and one of the items that listen to it.</summary>
internal readonly record struct Hit(int Variable, int Item);
