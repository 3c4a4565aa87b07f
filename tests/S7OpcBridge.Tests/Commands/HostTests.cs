using System.Net;
using System.Net.Sockets;
using Microsoft.Extensions.Hosting;
using S7OpcBridge.Commands;
using S7OpcBridge.Hosting;
using S7OpcBridge.S7;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Tests;

/// <summary>Commands that stay: they start, say what a person needs, and stop when told.</summary>
[CancelAfter(60_000)]
public sealed class HostTests
{
    [Test]
    public async Task Simulate_prints_its_ports_serves_the_map_and_stops_cleanly(CancellationToken cancellationToken)
    {
        using var map = new MapText().With(
            "map.yaml",
            MapText.WithTags(
                "- { name: Motor/Speed, address: DB10.DBD4, type: Real, range: [10, 20] }\n- { name: S, address: DB10.DBW0, type: Int, access: readwrite, "
                    + "simulate: hold, limits: 7..9 }"
            )
        );
        var port = FreePort.Next();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var output = new WaitingWriter("Soft PLCs are running");
        var running = CommandLine.RunAsync(["simulate", map.PathOf("map.yaml"), "--port", $"{port}"], output, TextWriter.Null, stop.Token);
        await Task.WhenAny(output.Seen, running);
        Assert.That(output.ToString(), Does.Contain($"Line1: 127.0.0.1:{port}"));

        await using (
            var connection = await S7Connection.ConnectAsync(
                new S7ConnectionOptions { Host = "127.0.0.1", Port = port },
                TimeProvider.System,
                cancellationToken
            )
        )
        {
            var job = new S7ReadJob([new S7Range(S7Area.DataBlock, 10, 4, 4), new S7Range(S7Area.DataBlock, 10, 0, 2)]);
            await connection.ReadAsync(job, cancellationToken);
            Assert.That(System.Buffers.Binary.BinaryPrimitives.ReadSingleBigEndian(job.DataOf(0)), Is.InRange(10f, 20f));
            Assert.That(job.DataOf(1).ToArray(), Is.EqualTo(new byte[] { 0, 7 }));
        }

        await stop.CancelAsync();
        Assert.That(await running, Is.Zero);
    }

    [Test]
    public async Task A_port_in_use_is_one_sentence_and_exit_code_1()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        using var map = new MapText().With("map.yaml", MapText.WithTags("- { name: A, address: MW0, type: Int }"));
        var shell = await Shell.RunAsync("simulate", map.PathOf("map.yaml"), "--port", $"{((IPEndPoint)taken.LocalEndpoint).Port}");
        Assert.That(shell.ExitCode, Is.EqualTo(1));
        Assert.That(
            shell.Error,
            Does.StartWith("s7opcbridge: ").And.Contains($"{((IPEndPoint)taken.LocalEndpoint).Port}").And.Not.Contains("   at ")
        );
    }

    [Test]
    public async Task Run_on_an_endpoint_in_use_is_one_sentence_and_exit_code_1()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var port = ((IPEndPoint)taken.LocalEndpoint).Port;
        using var map = new MapText().With(
            "map.yaml",
            MapText
                .WithTags("- { name: A, address: MW0, type: Int }")
                .Replace("{ anonymous", $"{{ endpoint: \"opc.tcp://127.0.0.1:{port}\", anonymous") + "\nweb: false\n"
        );
        var shell = await Shell.RunAsync("run", map.PathOf("map.yaml"));
        Assert.That((shell.ExitCode, shell.Output), Is.EqualTo((1, "")));
        Assert.That(shell.Error.Trim().Split('\n'), Has.Length.EqualTo(1));
        Assert.That(shell.Error, Does.StartWith("s7opcbridge: ").And.Contains($"{port}"));
    }

    [Test]
    public async Task Run_starts_without_its_PLC_says_what_a_person_needs_and_stops_cleanly(CancellationToken cancellationToken)
    {
        var endpoint = $"opc.tcp://localhost:{FreePort.Next()}";
        using var map = new MapText().With(
            "map.yaml",
            MapText
                .WithTags("- { name: A, address: MW0, type: Int }")
                .Replace("{ anonymous", $"{{ endpoint: \"{endpoint}\", anonymous")
                .Replace("192.168.0.10", $"127.0.0.1\n    port: {FreePort.Next()}") + "\nweb: false\n"
        );
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var output = new WaitingWriter("Ctrl+C");
        var error = new StringWriter();
        var running = CommandLine.RunAsync(["run", map.PathOf("map.yaml")], output, error, stop.Token);
        await Task.WhenAny(output.Seen, running);
        Assert.That(running.IsCompleted, Is.False, error.ToString());
        Assert.That(
            output.ToString(),
            Does.Contain(endpoint)
                .And.Contain("without a user name may read")
                .And.Contain("Policy None is on")
                .And.Contain("Line1: s7-1500 at 127.0.0.1")
        );
        await stop.CancelAsync();
        Assert.That(await running, Is.Zero);
    }

    [Test]
    public async Task Who_is_told_to_stop_while_it_starts_stops_without_a_word(CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var (slow, error) = (new SlowService(), new StringWriter());
        var running = ConsoleHost.RunAsync(_ => slow, error, stop.Token);
        await slow.IsStarting.Task.WaitAsync(cancellationToken);
        await stop.CancelAsync();
        Assert.That((await running, error.ToString()), Is.EqualTo((0, "")));
    }

    /// <summary>Takes for ever to start, unless it is told not to.</summary>
    private sealed class SlowService : IHostedService
    {
        public TaskCompletionSource IsStarting { get; } = new();

        public Task StartAsync(CancellationToken cancellationToken)
        {
            IsStarting.SetResult();
            return Poll.ForEverAsync(cancellationToken);
        }

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
