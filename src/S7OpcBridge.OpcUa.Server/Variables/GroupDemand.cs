namespace S7OpcBridge.OpcUa.Server.Variables;

/// <summary>Counts the monitored items that listen to a group of variables, by their sampling intervals. Any thread.</summary>
internal sealed class GroupDemand
{
    private readonly SortedDictionary<float, int> _listeners = [];
    private int _count;
    private float _fastest;

    /// <summary>Number of listeners.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>The shortest sampling interval among the listeners, in milliseconds; 0 while there are none.</summary>
    public float Fastest => Volatile.Read(ref _fastest);

    /// <summary>Counts a listener in or out. True: it is the first or the last, or the fastest interval has changed.</summary>
    public bool Add(float interval, int by)
    {
        lock (_listeners)
            return AddInside(interval, by);
    }

    /// <summary>Makes the demands of a number of groups, without listeners.</summary>
    public static GroupDemand[] Create(int groups)
    {
        var demands = new GroupDemand[groups];
        foreach (ref var demand in demands.AsSpan())
            demand = new GroupDemand();
        return demands;
    }

    private bool AddInside(float interval, int by)
    {
        var left = _listeners.GetValueOrDefault(interval) + by;
        if (left > 0)
            _listeners[interval] = left;
        else
            _listeners.Remove(interval);
        var (count, fastest) = (_count + by, _fastest);
        // The first key is needed only when the fastest interval may have changed.
        if (left == 0 || interval < fastest || _count == 0)
            fastest = _listeners.Count == 0 ? 0 : _listeners.Keys.First();
        var changed = fastest != _fastest || (_count == 0) != (count == 0);
        Volatile.Write(ref _fastest, fastest);
        Volatile.Write(ref _count, count);
        return changed;
    }
}
