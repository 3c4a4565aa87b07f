using NUnit.Framework;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Testing;

/// <summary>What tests against a running server share: each test has its own server, and its clients end with it.</summary>
internal abstract class UaServerFixture
{
    private readonly List<IAsyncDisposable> _clients = [];
    private UaTestServer? _server;

    /// <summary>Cancelled when the test has taken too long.</summary>
    protected static CancellationToken Stop => TestContext.CurrentContext.CancellationToken;

    protected UaTestServer Server => _server!;

    protected ManualClock Clock { get; private set; } = new();

    protected async Task StartAsync(Func<UaServerOptions, UaServerOptions>? change = null, UaTestNodes? nodes = null, int variables = 3) =>
        _server = await UaTestServer.StartAsync(Stop, change, nodes, variables);

    protected async Task<UaTestChannel> ConnectAsync() => Keep(await UaTestChannel.ConnectAsync(Server.Port, Stop));

    protected async Task<UaTestChannel> OpenAsync() => Keep(await UaTestChannel.OpenAsync(Server.Port, Stop));

    /// <summary>
    /// Puts the server on the clock that stands still. A jump of it must not look like a send that hangs just then.
    /// </summary>
    protected UaServerOptions OnClock(UaServerOptions options) =>
        options with
        {
            Time = Clock,
            Limits = options.Limits with { SendTimeout = TimeSpan.FromDays(1) },
        };

    /// <summary>A client with a channel and no session.</summary>
    protected async Task<UaTestClient> ClientAsync() => Keep(new UaTestClient(await UaTestChannel.OpenAsync(Server.Port, Stop)));

    /// <summary>A client with an anonymous session.</summary>
    protected async Task<UaTestClient> SessionAsync() => Keep(await UaTestClient.ConnectAsync(Server.Port, Stop));

    protected T Keep<T>(T client)
        where T : IAsyncDisposable
    {
        _clients.Add(client);
        return client;
    }

    /// <summary>The status with which a request fails; Good if it does not.</summary>
    protected static async Task<string> StatusOf(Task request)
    {
        try
        {
            await request;
            return nameof(StatusCodes.Good);
        }
        catch (UaException e)
        {
            return StatusCodes.NameOf(e.Status);
        }
        catch (UaTestErrorException e)
        {
            return $"ERR {StatusCodes.NameOf(e.Status)}";
        }
    }

    [SetUp]
    public void StartClock() => Clock = new ManualClock();

    [TearDown]
    public async Task EndAll()
    {
        foreach (var client in _clients)
            await client.DisposeAsync();
        _clients.Clear();
        if (_server is { } server)
            await server.DisposeAsync();
        _server = null;
    }
}
