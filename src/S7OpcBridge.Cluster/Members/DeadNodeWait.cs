using S7OpcBridge.Cluster.Fencing;

namespace S7OpcBridge.Cluster.Members;

/// <summary>
/// Waits until nodes that were declared dead surely do nothing more, even if they live on somewhere behind a broken network. It does not rely on when and by
/// whom they were declared dead: votes are not withdrawn when a node is heard again, and a connection that was closed delays none.
/// </summary>
internal sealed class DeadNodeWait(TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<SiloAddress, long> _called = [];
    private readonly HashSet<SiloAddress> _dead = [];
    private long? _joined;
    private long? _went;

    /// <summary>This node has become a member: one that was alone before may not know it yet.</summary>
    public void Join() => _joined ??= time.GetTimestamp();

    /// <summary>This node is about to call another one active, which may work for <see cref="LeaseTimes.Peers"/> then. False: it must not any more.</summary>
    public bool TryCallActive(SiloAddress silo)
    {
        lock (_gate)
        {
            if (_dead.Contains(silo))
                return false;
            _called[silo] = time.GetTimestamp();
            return true;
        }
    }

    /// <summary>Ends at once where the nodes' machines say that nobody listens there any more, else after the time that a lease can last.</summary>
    /// <param name="dead">Those that were declared dead.</param>
    /// <param name="gone">How many are no members any more, the dead included.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    public async Task WaitAsync(IReadOnlyCollection<SiloAddress> dead, int gone, CancellationToken cancellationToken)
    {
        var since = time.GetTimestamp();
        lock (_gate)
            _dead.UnionWith(dead);
        var refused = await Task.WhenAll(dead.Select(silo => Listening.IsRefusedAsync(silo.Endpoint, time, cancellationToken)))
            .ConfigureAwait(false);
        SiloAddress[] left = [.. dead.Where((_, i) => !refused[i])];
        var wait = left.Length == 0 ? TimeSpan.Zero : TimeFor(left, gone, since) - time.GetElapsedTime(since);
        if (gone > 0)
            _went = since;
        Forget(dead);
        if (wait > TimeSpan.Zero)
            await Task.Delay(wait, time, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>How long nodes that were declared dead may work, from a moment on, if their processes live.</summary>
    internal TimeSpan TimeFor(IReadOnlyCollection<SiloAddress> dead, int gone, long since)
    {
        var longest = LeaseTimes.Takeover;
        lock (_gate)
        {
            foreach (var silo in dead)
            {
                if (_called.TryGetValue(silo, out var called))
                    Add(called, LeaseTimes.Peers);
            }
        }
        // A third node that has gone, too, may have called it active shortly before.
        if (gone > 1)
            Add(since, LeaseTimes.Peers);
        if (_went is { } went)
            Add(went, LeaseTimes.Peers);
        if (_joined is { } joined)
            Add(joined, LeaseTimes.Alone);
        return longest;

        void Add(long from, TimeSpan lasts)
        {
            var left = lasts - time.GetElapsedTime(from, since);
            if (left > longest)
                longest = left;
        }
    }

    private void Forget(IReadOnlyCollection<SiloAddress> dead)
    {
        lock (_gate)
        {
            foreach (var silo in dead)
                _called.Remove(silo);
        }
    }
}
