using System.Net.Sockets;
using S7OpcBridge.Commands;
using S7OpcBridge.Local;

namespace S7OpcBridge.Tests;

/// <summary><c>health</c>, by which a container engine asks the bridge inside.</summary>
[CancelAfter(60_000)]
public sealed class HealthCommandTests
{
    [Test]
    public async Task A_running_bridge_is_healthy_and_says_how_it_is_doing_and_a_stopped_one_is_not(CancellationToken cancellationToken)
    {
        using var map = new MapText().With(
            "map.yaml",
            $$"""
            server: { anonymous: read, security: [None], endpoint: "opc.tcp://127.0.0.1:{{FreePort.Next()}}" }
            plcs: [{ name: Line1, simulate: true, tags: [{ name: A, address: MW0, type: Int }] }]
            """
        );
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var bridge = new LineWriter();
        var running = CommandLine.RunAsync(["run", map.PathOf("map.yaml")], bridge, TextWriter.Null, stop.Token);
        await bridge.NextAsync(line => line.Contains("Ctrl+C"), cancellationToken);

        var healthy = await Shell.RunAsync("health", map.PathOf("map.yaml"));
        Assert.That((healthy.ExitCode, healthy.Error), Is.EqualTo((0, "")));
        Assert.That(healthy.Output, Does.StartWith("Serving 1 tags at opc.tcp://127.0.0.1:"));

        await stop.CancelAsync();
        Assert.That(await running, Is.Zero);
        var gone = await Shell.RunAsync("health", map.PathOf("map.yaml"));
        Assert.That((gone.ExitCode, gone.Output), Is.EqualTo((1, "")));
        Assert.That(gone.Error, Does.Contain("no bridge is running with"));
    }

    [Test]
    public async Task A_bridge_that_accepts_and_never_answers_is_sick(CancellationToken cancellationToken)
    {
        using var map = new MapText().With("map.yaml", "");
        var path = LocalSocket.ToServe(map.PathOf("map.yaml"));
        using var stuck = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        stuck.Bind(new UnixDomainSocketEndPoint(path));
        stuck.Listen(1);
        try
        {
            var shell = await Shell.RunAsync("health", map.PathOf("map.yaml"));
            Assert.That((shell.ExitCode, shell.Output), Is.EqualTo((1, "")));
            Assert.That(shell.Error, Does.Contain("has not answered within 4 s"));
        }
        finally
        {
            File.Delete(path);
        }
        Assert.That(cancellationToken.IsCancellationRequested, Is.False);
    }
}
