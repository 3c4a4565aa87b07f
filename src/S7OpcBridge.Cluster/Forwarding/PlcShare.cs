namespace S7OpcBridge.Cluster.Forwarding;

/// <summary>What waits to be sent of one PLC, or is being sent: ids of tags and indexes of confirmed classes. The values are read when it is sent.</summary>
internal sealed class PlcShare(int plc)
{
    private int[] _ids = [];

    public int Plc => plc;

    public int Count { get; private set; }

    public List<int> Groups { get; } = [];

    /// <summary>True: it is in the queue of its backlog.</summary>
    public bool IsQueued { get; set; }

    public ReadOnlySpan<int> Ids => _ids.AsSpan(0, Count);

    public void Add(int id)
    {
        if (Count == _ids.Length)
            Array.Resize(ref _ids, Math.Max(16, Count * 2));
        _ids[Count++] = id;
    }

    public void AddGroup(int group)
    {
        if (!Groups.Contains(group))
            Groups.Add(group);
    }

    /// <summary>Moves the last ids, at most so many, and all groups to another share.</summary>
    public void MoveTo(PlcShare other, int most)
    {
        for (var moved = 0; moved < most && Count > 0; moved++)
            other.Add(_ids[--Count]);
        foreach (var group in Groups)
            other.AddGroup(group);
        Groups.Clear();
    }
}
