using System.Runtime.InteropServices;

namespace S7OpcBridge.OpcUa.Server.Variables;

/// <summary>
/// The monitored items that listen to each variable; passes them what an update changed. Only the lists of the changed variables are walked, and each listener
/// is called once per 1,024 of them. Adding and removing an item costs the same however many there are. Any thread.
/// </summary>
internal sealed class VariableListeners(int variables, int groups)
{
    private const int PerRound = 1024; // changed variables per round: bounds how long the lock is held and how large the inboxes get

    private readonly Lock _gate = new();
    private readonly ListenerLists _lists = new(variables);
    private GroupDemand[] _demand = GroupDemand.Create(groups);
    private Inbox?[] _inboxes = [];
    private readonly List<Inbox> _touched = [];

    /// <summary>See <see cref="VariableTable.DemandChanged"/>.</summary>
    public event Action<int>? DemandChanged;

    /// <summary>The demand for a group's variables.</summary>
    public GroupDemand DemandOf(int group) => Volatile.Read(ref _demand)[group];

    /// <summary>Makes room for more variables and groups.</summary>
    public void Grow(int variables, int groups)
    {
        lock (_gate)
        {
            _lists.Grow(variables);
            Volatile.Write(ref _demand, [.. _demand, .. GroupDemand.Create(groups - _demand.Length)]);
        }
    }

    /// <summary>Registers a listener and returns its place, which is part of each of its <see cref="ListeningItem"/>s.</summary>
    public int Register(VariableListener listener)
    {
        lock (_gate)
        {
            var place = Array.IndexOf(_inboxes, null);
            if (place < 0)
            {
                place = _inboxes.Length;
                Array.Resize(ref _inboxes, Math.Max(4, place * 2));
            }

            _inboxes[place] = new Inbox(listener);
            return place;
        }
    }

    /// <summary>Frees a place; its items must have been removed.</summary>
    public void Unregister(int place)
    {
        lock (_gate)
            _inboxes[place] = null;
    }

    /// <summary>Lets an item listen to a variable. A caller that reads the variable afterwards misses no change.</summary>
    /// <param name="interval">The item's sampling interval in milliseconds.</param>
    /// <param name="position">Set to the item's position in the list of the variable; see <see cref="VariableListener.SetPosition"/>.</param>
    public void Add(int variable, int group, ListeningItem item, float interval, ref int position)
    {
        bool changed;
        lock (_gate)
        {
            position = _lists.Add(variable, item);
            changed = _demand[group].Add(interval, 1);
        }

        if (changed)
            DemandChanged?.Invoke(group);
    }

    /// <summary>Changes the sampling interval of an item that listens, in milliseconds.</summary>
    public void Change(int group, float from, float to)
    {
        bool changed;
        lock (_gate)
            changed = _demand[group].Add(to, 1) | _demand[group].Add(from, -1);
        if (changed)
            DemandChanged?.Invoke(group);
    }

    /// <summary>Stops an item from listening. The item that moves to its position is updated inside the lock; positions change nowhere else.</summary>
    /// <param name="interval">The item's sampling interval in milliseconds.</param>
    /// <param name="position">The item's position; set to -1.</param>
    public void Remove(int variable, int group, float interval, ref int position)
    {
        bool changed;
        lock (_gate)
        {
            if (_lists.Remove(variable, position, out var moved))
                _inboxes[moved.Place]!.Listener.SetPosition(moved.Item, position);
            position = -1;
            changed = _demand[group].Add(interval, -1);
        }

        if (changed)
            DemandChanged?.Invoke(group);
    }

    /// <summary>Passes the changes of an update to the listeners; on the writer's thread.</summary>
    public void Dispatch(VariableStorage storage)
    {
        for (var changed = storage.Changed; changed.Length > 0; )
        {
            var round = changed[..Math.Min(PerRound, changed.Length)];
            changed = changed[round.Length..];
            Collect(round);
            Deliver(storage);
        }
    }

    // A busy listener is called again after the others, and may then wait for a millisecond each time, so that none delays the others for long.
    private void Deliver(VariableStorage storage)
    {
        var left = _touched.Count;
        for (var patience = 0; left > 0; patience = 1)
        {
            foreach (var inbox in CollectionsMarshal.AsSpan(_touched))
            {
                if (inbox.Hits.IsEmpty || !inbox.Listener.TryTake(storage, inbox.Hits, patience))
                    continue;
                inbox.Clear();
                left--;
            }
        }

        _touched.Clear();
    }

    private void Collect(ReadOnlySpan<int> changed)
    {
        lock (_gate)
        {
            foreach (var variable in changed)
            {
                foreach (ref readonly var item in _lists.ItemsOf(variable))
                {
                    var inbox = _inboxes[item.Place]!;
                    if (inbox.Add(new Hit(variable, item.Item)))
                        _touched.Add(inbox);
                }
            }
        }
    }

    private sealed class Inbox(VariableListener listener)
    {
        private const int KeptHits = 4 * PerRound;
        private Hit[] _hits = [];
        private int _count;

        public VariableListener Listener => listener;

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

/// <summary>Receives the changes of the variables that its items listen to.</summary>
internal abstract class VariableListener
{
    /// <summary>Receives changes; on the writer's thread. Must not throw.</summary>
    /// <param name="storage">The values; they stay as they are during the call.</param>
    /// <param name="hits">Which variables changed, and the items that listen to them.</param>
    /// <param name="patience">How long it may wait for a lock, in milliseconds.</param>
    /// <returns>False: it was busy and must be called again.</returns>
    public abstract bool TryTake(VariableStorage storage, ReadOnlySpan<Hit> hits, int patience);

    /// <summary>Notes the new position of an item in the list of its variable. Any thread, inside the lock of <see cref="VariableListeners"/>.</summary>
    public abstract void SetPosition(int item, int position);
}

/// <summary>A changed variable and one of the items that listen to it.</summary>
internal readonly record struct Hit(int Variable, int Item);
