using System.Text.Json;
using S7OpcBridge.Core;
using S7OpcBridge.Doctor;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Tests;

/// <summary>A soft PLC with something wrong, and a map that reads it, in the hands of the real <c>doctor</c> command.</summary>
internal sealed class FaultyPlc : IAsyncDisposable
{
    private readonly MapText _map = new();
    private readonly List<IAsyncDisposable> _others = [];

    private FaultyPlc(SoftPlc plc) => Plc = plc;

    public SoftPlc Plc { get; }

    /// <summary>A PLC of these manners with DB1 (100 bytes) and DB2 (20 bytes), and a map with these lines and tags.</summary>
    public static FaultyPlc Of(CpuBehavior behavior, string keys, string tags, Action<SoftPlc>? sicken = null, string host = "127.0.0.1")
    {
        var plc = new SoftPlc(new SoftPlcOptions { Behavior = behavior }, TimeProvider.System);
        plc.Memory.AddBlock(1, 100);
        plc.Memory.AddBlock(2, 20);
        plc.Start();
        sicken?.Invoke(plc);
        var sick = new FaultyPlc(plc);
        sick._map.With(
                "map.yaml",
                $$"""
                server: { anonymous: read, security: [None], endpoint: "opc.tcp://127.0.0.1:{{FreePort.Next()}}" }
                web: false
                plcs:
                  - { name: Line1, host: {{host}}, port: {{plc.Port}}, timezone: UTC, {{keys}}, tags: [ {{tags}} ] }
                """
            )
            .With("right.password", "secret\n")
            .With("wrong.password", "wrong\n");
        foreach (var file in (string[])["right.password", "wrong.password"])
        {
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(sick._map.PathOf(file), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }
        return sick;
    }

    /// <summary>Another client that keeps a connection.</summary>
    public async Task<FaultyPlc> WithOtherClientAsync(CancellationToken cancellationToken)
    {
        _others.Add(
            await S7Connection.ConnectAsync(
                new S7ConnectionOptions { Host = "127.0.0.1", Port = Plc.Port },
                TimeProvider.System,
                cancellationToken
            )
        );
        return this;
    }

    /// <summary>Where the map lies.</summary>
    public string MapPath => _map.PathOf("map.yaml");

    public Task<Shell> RunAsync(params string[] options) => Shell.RunAsync(["doctor", MapPath, .. options]);

    /// <summary>The exit code and what the JSON says about the PLC.</summary>
    public async Task<(int ExitCode, PlcReport Report)> ExamineAsync(params string[] options)
    {
        var shell = await RunAsync(["--format", "json", .. options]);
        Assert.That(shell.Output, Is.Not.Empty, shell.Error);
        return (shell.ExitCode, JsonSerializer.Deserialize(shell.Output, DoctorJson.Shapes.DoctorReport)!.Plcs.Single());
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var other in _others)
            await other.DisposeAsync();
        await Plc.DisposeAsync();
        _map.Dispose();
    }
}
