namespace S7OpcBridge.Cluster.Fencing;

/// <summary>When each of the other active nodes was last heard. Used by one thread at a time.</summary>
internal sealed class PeerContacts
{
    private readonly Dictionary<SiloAddress, PeerContact> _contacts = [];

    /// <summary>The peers that count now.</summary>
    public IReadOnlyDictionary<SiloAddress, PeerContact> Current => _contacts;

    /// <summary>Forgets who is no peer any more and notes who is a new one.</summary>
    public void Set(IReadOnlyCollection<SiloAddress> peers)
    {
        foreach (var gone in _contacts.Keys.Except(peers).ToArray())
            _contacts.Remove(gone);
        foreach (var peer in peers)
            _contacts.TryAdd(peer, new PeerContact());
    }

    /// <summary>The moment up to which so many peers were heard that the rest can't declare this node dead; null if too few ever were, or none are.</summary>
    public long? HeardByEnough()
    {
        if (_contacts.Count == 0)
            return null;
        var silent = LeaseTimes.SilentAllowed(_contacts.Count + 1);
        var heard = _contacts.Values.Select(static contact => contact.Heard).Order().ElementAt(silent);
        return heard == long.MinValue ? null : heard;
    }

    /// <summary>All peers act by a view of this version or a newer one.</summary>
    public bool AllSee(long version) => _contacts.Values.All(contact => contact.View >= version);
}
