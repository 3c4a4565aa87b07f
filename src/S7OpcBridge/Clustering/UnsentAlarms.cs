namespace S7OpcBridge.Clustering;

/// <summary>The alarms whose states a node has not got yet; at most all alarms.</summary>
internal sealed class UnsentAlarms
{
    private readonly HashSet<string> _ids = new(StringComparer.Ordinal);
    private volatile bool _isSending;

    public int Count => _ids.Count;

    /// <summary>True: an answer is waited for.</summary>
    public bool IsSending
    {
        get => _isSending;
        set => _isSending = value;
    }

    /// <summary>True: the node has not answered yet.</summary>
    public bool IsNew { get; set; } = true;

    /// <summary>True: the last ones were not answered.</summary>
    public bool HasFailed { get; set; }

    public void Add(ReadOnlySpan<string> ids)
    {
        foreach (var id in ids)
            _ids.Add(id);
    }

    /// <summary>Removes some and returns them.</summary>
    public string[] Dequeue(int most)
    {
        string[] taken = [.. _ids.Take(most)];
        _ids.ExceptWith(taken);
        return taken;
    }
}
