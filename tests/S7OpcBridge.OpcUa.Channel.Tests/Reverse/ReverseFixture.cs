using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Reverse;

/// <summary>A server that dials listeners of the test.</summary>
internal abstract class ReverseFixture : UaServerFixture
{
    private readonly List<ReverseListener> _listeners = [];

    protected ReverseListener Listen(int port = 0)
    {
        var listener = new ReverseListener(port);
        _listeners.Add(listener);
        return listener;
    }

    protected Task StartAsync(ReverseListener[] listeners, Func<UaServerOptions, UaServerOptions>? change = null)
    {
        ReverseClient[] clients = [.. listeners.Select(listener => new ReverseClient(listener.Url, null, TimeSpan.FromMilliseconds(20)))];
        return StartAsync(options => (change?.Invoke(options) ?? options) with { ReverseClients = clients });
    }

    protected ReverseStatus Status(int client = 0) => Server.Server.ReverseConnections[client];

    protected Task StatusAsync(Func<ReverseStatus, bool> holds, int client = 0) => Poll.UntilAsync(() => holds(Status(client)), Stop);

    protected async Task<UaTestChannel> TakeAsync(ReverseListener listener) => Keep(await listener.ChannelAsync(Stop));

    protected async Task<UaTestClient> SessionAsync(UaTestChannel channel)
    {
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop);
        var client = Keep(new UaTestClient(channel));
        await client.CreateSessionAsync(Stop);
        await client.ActivateAsync(Stop);
        return client;
    }

    [TearDown]
    public void EndListeners()
    {
        _listeners.ForEach(static listener => listener.Dispose());
        _listeners.Clear();
    }
}
