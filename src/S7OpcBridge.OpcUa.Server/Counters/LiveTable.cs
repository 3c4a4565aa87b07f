using System.Collections.Concurrent;

namespace S7OpcBridge.OpcUa.Server.Counters;

/// <summary>
/// The sessions, or the subscriptions, that exist, each under a number of its own. The nodes of the diagnostics are made from the numbers. Any thread.
/// </summary>
internal sealed class LiveTable<T> where T : class
{
    private const int Slots = 1 << 24;

    private readonly ConcurrentDictionary<int, T> _alive = new();
    private int _added;

    /// <summary>How many there have been.</summary>
    public uint Added => (uint)Volatile.Read(ref _added);

    /// <summary>How many there are.</summary>
    public int Count => _alive.Count;

    /// <summary>All of them, in the order in which they were added.</summary>
    public KeyValuePair<int, T>[] All
    {
        get
        {
            var all = _alive.ToArray();
            Array.Sort(all, static (a, b) => a.Key.CompareTo(b.Key));
            return all;
        }
    }

    /// <summary>All of them, in no order and without a copy.</summary>
    public IEnumerable<KeyValuePair<int, T>> Unordered => _alive;

    /// <summary>Adds one.</summary>
    /// <returns>Its number.</returns>
    public int Add(T item)
    {
        int slot;
        do
            slot = Interlocked.Increment(ref _added) & Slots - 1;
        while (!_alive.TryAdd(slot, item));
        return slot;
    }

    /// <summary>Takes one out.</summary>
    public void Remove(int slot) => _alive.TryRemove(slot, out _);

    /// <summary>The one of a number; null: it is gone.</summary>
    public T? Find(int slot) => _alive.GetValueOrDefault(slot);
}
