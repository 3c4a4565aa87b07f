using System.Collections.Concurrent;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Testing;

/// <summary>A server on a free loopback port with toy variables and, if wanted, a clock that stands still.</summary>
public sealed class UaTestServer : IAsyncDisposable
{
    private readonly ConcurrentQueue<UaServerEvent> _events = new();
    private readonly Lock _gate = new();
    private TaskCompletionSource _happened = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private UaTestServer(UaServerOptions options, UaTestNodes nodes, int variables)
    {
        Nodes = nodes;
        Table = new VariableTable(variables, 1);
        Server = new UaServer(options, Table, nodes);
        Server.Happened += Remember;
    }

    /// <summary>The server.</summary>
    public UaServer Server { get; }

    /// <summary>Its variables.</summary>
    public VariableTable Table { get; }

    /// <summary>Its nodes.</summary>
    public UaTestNodes Nodes { get; }

    /// <summary>Where it listens.</summary>
    public int Port => Server.Port;

    /// <summary>What has happened so far.</summary>
    public IReadOnlyCollection<UaServerEvent> Events => _events;

    /// <summary>Starts a server.</summary>
    /// <param name="change">Changes the options: anonymous users, policy None, no write handler.</param>
    /// <param name="nodes">The variables; three Int32 if not given.</param>
    /// <param name="variables">How many there are.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public static async Task<UaTestServer> StartAsync(
        CancellationToken cancellationToken,
        Func<UaServerOptions, UaServerOptions>? change = null,
        UaTestNodes? nodes = null,
        int variables = 3
    )
    {
        var options = new UaServerOptions
        {
            ApplicationUri = "urn:test:server",
            Namespaces = ["urn:test:toys"],
            Endpoint = "opc.tcp://localhost:0",
        };
        var server = new UaTestServer(
            change?.Invoke(options) ?? options,
            nodes ?? UaTestNodes.Many(variables, BuiltInType.Int32),
            variables
        );
        await server.Server.StartAsync(cancellationToken);
        return server;
    }

    /// <summary>Sets a variable to a Good value.</summary>
    public void Set(int variable, Variant value) => Set(variable, value, StatusCodes.Good);

    /// <summary>Sets a variable.</summary>
    public void Set(int variable, Variant value, StatusCode status)
    {
        using var update = Table.BeginUpdate();
        var now = UaTime.Now(Server.Options.Time);
        update.Set(variable, value, status, now);
        update.Confirm(0, now);
    }

    /// <summary>Waits until something of this kind has happened.</summary>
    public async Task<T> HappensAsync<T>(CancellationToken cancellationToken, Func<T, bool>? which = null)
        where T : UaServerEvent
    {
        while (true)
        {
            Task next;
            lock (_gate)
                next = _happened.Task;
            foreach (var happened in _events.OfType<T>())
            {
                if (which?.Invoke(happened) ?? true)
                    return happened;
            }

            await next.WaitAsync(cancellationToken);
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => Server.DisposeAsync();

    private void Remember(UaServerEvent happened)
    {
        _events.Enqueue(happened);
        TaskCompletionSource waiting;
        lock (_gate)
        {
            waiting = _happened;
            _happened = new(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        waiting.SetResult();
    }
}
