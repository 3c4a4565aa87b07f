using System.Runtime.InteropServices;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>
/// Which monitored items listen to which variable. A dispatch walks the lists of the changed variables only, sorts the hits by subscription, and then enters
/// each subscription's owner once. Adding and removing an item costs the same however many there are.
/// </summary>
internal sealed class SubscriberIndex
{
    private const int PerRound = 1024; // changed variables per round: bounds how long the index is locked and how large the inboxes get

    private readonly Lock _gate = new();
    private readonly VariableTable _table;
    private readonly ListenerLists _lists = new(0);
    private Inbox?[] _inboxes = [];
    private readonly List<Inbox> _touched = [];

    public SubscriberIndex(VariableTable table)
    {
        _table = table;
        table.Attach(Dispatch, Grow);
    }

    /// <summary>A subscription failed to take a change, which is a bug in it; the others got theirs.</summary>
    public event Action<Exception>? Failed;

    /// <summary>Gives a subscription its place; it stands in each of its listeners.</summary>
    public int Register(Subscription subscription)
    {
        lock (_gate)
        {
            var place = Array.IndexOf(_inboxes, null);
            if (place < 0)
            {
                place = _inboxes.Length;
                Array.Resize(ref _inboxes, Math.Max(4, place * 2));
            }

            _inboxes[place] = new Inbox(subscription);
            return place;
        }
    }

    /// <summary>Takes the place away; its items must have left.</summary>
    public void Unregister(int place)
    {
        lock (_gate)
            _inboxes[place] = null;
    }

    /// <summary>Lets an item listen, and notes its position in <see cref="MonitoredItem.Link"/>. Read the variable after that, and no change is missed.</summary>
    /// <param name="item">The item.</param>
    /// <param name="place">Place of its subscription.</param>
    /// <param name="slot">Its slot there.</param>
    /// <param name="interval">The interval in which it wants news, in milliseconds.</param>
    public void Add(ref MonitoredItem item, int place, int slot, float interval)
    {
        bool changed;
        var group = _table.GroupOf(item.Variable);
        lock (_gate)
        {
            item.Link = _lists.Add(item.Variable, new ListeningItem(place, slot));
            changed = _table.Demand(group).Add(interval, 1);
        }

        if (changed)
            _table.RaiseDemand(group);
    }

    /// <summary>A listening item wants news in another interval, in milliseconds.</summary>
    public void Change(int variable, float from, float to)
    {
        bool changed;
        var group = _table.GroupOf(variable);
        lock (_gate)
            changed = _table.Demand(group).Add(to, 1) | _table.Demand(group).Add(from, -1);
        if (changed)
            _table.RaiseDemand(group);
    }

    /// <summary>Stops an item from listening. Another one that takes its position, whoever's it is, is told so: positions move inside this lock only.</summary>
    public void Remove(ref MonitoredItem item, float interval)
    {
        bool changed;
        var group = _table.GroupOf(item.Variable);
        lock (_gate)
        {
            if (_lists.Remove(item.Variable, item.Link, out var moved))
                _inboxes[moved.Place]!.Subscription.Items.Store[moved.Item].Link = item.Link;
            item.Link = -1;
            changed = _table.Demand(group).Add(interval, -1);
        }

        if (changed)
            _table.RaiseDemand(group);
    }

    // Called by the table's writer only.
    private void Dispatch(ReadOnlySpan<int> changed)
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
                if (inbox.Hits.IsEmpty || !TryDeliver(inbox, patience))
                    continue;
                inbox.Clear();
                left--;
            }
        }

        _touched.Clear();
    }

    // One subscription's fault must not keep all others from their values.
    private bool TryDeliver(Inbox inbox, int patience)
    {
        try
        {
            return inbox.Subscription.TryDispatch(_table, inbox.Hits, patience);
        }
        catch (Exception e)
        {
            Failed?.Invoke(e);
            return true;
        }
    }

    private void Collect(ReadOnlySpan<int> changed)
    {
        lock (_gate)
        {
            foreach (var variable in changed)
            {
                foreach (ref readonly var listener in _lists.Of(variable))
                {
                    var inbox = _inboxes[listener.Place]!;
                    if (inbox.Add(new Hit(variable, listener.Item)))
                        _touched.Add(inbox);
                }
            }
        }
    }

    private void Grow(int variables)
    {
        lock (_gate)
            _lists.Grow(variables);
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
