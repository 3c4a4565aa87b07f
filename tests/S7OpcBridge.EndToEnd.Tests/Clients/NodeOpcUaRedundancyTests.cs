using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>node-opcua follows the service levels of two servers that stand in for each other (OPC 10000-4, 6.6.2.4).</summary>
[TestFixture, CancelAfter(120_000), Parallelizable]
public sealed class NodeOpcUaRedundancyTests
{
    private const string Toy = "ns=2;s=Toys/V0";

    private readonly byte[] _levels = [250, 240];
    private UaTestServer[] _servers = [];

    [Test]
    public async Task A_client_goes_to_the_better_server_when_its_own_is_degraded_and_away_from_one_that_is_stopped(
        CancellationToken cancellationToken
    )
    {
        await Interop.RequireAsync("node-opcua-client");
        _servers = [await StartAsync(0, cancellationToken), await StartAsync(1, cancellationToken)];
        try
        {
            _servers[0].Set(0, Variant.From(10));
            _servers[1].Set(0, Variant.From(11));
            await using var follower = await Follower.StartAsync(UrlOf(0), cancellationToken, Toy);
            var on = follower.Of("ON")[0];
            Assert.That(on.GetProperty("level").GetInt32(), Is.EqualTo(250));
            Assert.That(
                on.GetProperty("uris").EnumerateArray().Select(uri => uri.GetString()),
                Is.EqualTo(new[] { "urn:test:0", "urn:test:1" })
            );
            Assert.That(on.GetProperty("redundant").ToString(), Is.EqualTo("[[\"urn:test:0\",250,0],[\"urn:test:1\",240,0]]"));
            await follower.UntilAsync(
                client => client.ChangesOf(Toy) is [.., (10, "Good", _)],
                "The first value",
                () => "",
                cancellationToken
            );

            // Less, but healthy: it stays. Degraded, and the other is better: it goes.
            _levels[0] = 201;
            _servers[0].Set(0, Variant.From(12));
            await follower.UntilAsync(client => client.ChangesOf(Toy) is [.., (12, "Good", _)], "It stays", () => "", cancellationToken);
            Assert.That(follower.At, Is.EqualTo(UrlOf(0)));
            _levels[0] = 150;
            await follower.UntilAsync(
                client => client.At == UrlOf(1) && client.ChangesOf(Toy) is [.., (11, "Good", _)],
                "It goes to the other",
                () => "",
                cancellationToken
            );

            var stopping = _servers[1].Server.StopAsync(cancellationToken);
            await follower.UntilAsync(client => client.At == UrlOf(0), "It comes back", () => "", cancellationToken);
            await stopping;
            var told = follower.Of("LEVEL").Single(line => line.GetProperty("level").GetInt32() == 0);
            Assert.That(told.GetProperty("back").GetInt64(), Is.GreaterThan(TimeProvider.System.GetUtcNow().ToUnixTimeMilliseconds()));
        }
        finally
        {
            foreach (var server in _servers)
                await server.DisposeAsync();
        }
    }

    private Task<UaTestServer> StartAsync(int number, CancellationToken cancellationToken) =>
        UaTestServer.StartAsync(
            cancellationToken,
            options =>
                options with
                {
                    ApplicationUri = $"urn:test:{number}",
                    ServiceLevel = () => _levels[number],
                    ShutdownDelay = TimeSpan.FromSeconds(1),
                    Redundancy = new RedundantSet
                    {
                        Servers = () =>
                            [
                                .. _servers.Select(
                                    (server, other) => new RedundantServer($"urn:test:{other}", $"{other}", [UrlOf(other)], _levels[other])
                                ),
                            ],
                    },
                }
        );

    private string UrlOf(int number) => $"opc.tcp://localhost:{_servers[number].Port}";
}
