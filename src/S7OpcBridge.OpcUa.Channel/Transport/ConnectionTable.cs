using System.Collections.Concurrent;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>
/// All connections of the server. When there are too many, the oldest without a session is closed, so that many new connections do not affect clients with a
/// session.
/// </summary>
internal sealed class ConnectionTable(ChannelLimits limits, TimeProvider time)
{
    private readonly ConcurrentDictionary<UaConnection, Task> _connections = new();

    public int Count => _connections.Count;

    public ICollection<UaConnection> All => _connections.Keys;

    /// <summary>Makes room for one more; false: all connections have sessions.</summary>
    public bool TryMakeRoom()
    {
        var withoutSession = 0;
        UaConnection? oldest = null;
        foreach (var (connection, _) in _connections)
        {
            if (connection.HasSession || !connection.IsAlive)
                continue;
            withoutSession++;
            if (oldest is null || connection.Accepted < oldest.Accepted)
                oldest = connection;
        }

        var isFull = _connections.Count >= limits.MaxConnections;
        if (isFull || withoutSession >= limits.MaxConnectionsWithoutSession)
            oldest?.Abort("it had no session, and its place was needed");
        return !isFull || oldest is not null;
    }

    /// <summary>Runs a connection until it ends.</summary>
    /// <returns>Completes when it has ended.</returns>
    public Task Run(UaConnection connection)
    {
        var running = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _connections[connection] = running.Task;
        _ = RunAsync(connection, running);
        return running.Task;
    }

    /// <summary>Ends connections that are too slow, silent or expired.</summary>
    public void Sweep()
    {
        foreach (var (connection, _) in _connections)
        {
            if (connection.OverdueFor(limits, time) is { } reason)
                connection.Abort(reason);
        }
    }

    /// <summary>Completes when all have ended.</summary>
    public Task Ended() => Task.WhenAll(_connections.Values);

    private async Task RunAsync(UaConnection connection, TaskCompletionSource running)
    {
        try
        {
            await connection.RunAsync().ConfigureAwait(false);
        }
        finally
        {
            _connections.TryRemove(connection, out _);
            running.SetResult();
        }
    }
}
