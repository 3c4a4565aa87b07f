using S7OpcBridge.Cluster.Fencing;

namespace S7OpcBridge.Cluster.Members;

/// <summary>Waits until nodes that were declared dead surely do nothing more, even if they live on somewhere behind a broken network.</summary>
internal static class DeadNodeWait
{
    /// <summary>Ends at once where the nodes' machines say that nobody listens there any more, else after the time that a lease can last.</summary>
    public static async Task WaitAsync(IReadOnlyCollection<SiloAddress> dead, TimeProvider time, CancellationToken cancellationToken)
    {
        if (dead.Count == 0)
            return;
        var since = time.GetTimestamp();
        var gone = await Task.WhenAll(dead.Select(silo => Listening.IsRefusedAsync(silo.Endpoint, time, cancellationToken)))
            .ConfigureAwait(false);
        var left = LeaseTimes.Takeover - time.GetElapsedTime(since);
        if (gone.Contains(false) && left > TimeSpan.Zero)
            await Task.Delay(left, time, cancellationToken).ConfigureAwait(false);
    }
}
