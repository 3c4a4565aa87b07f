namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>node-opcua writes through the built program to a simulated PLC, and calls the methods of _Status.</summary>
[TestFixture, CancelAfter(180_000), Parallelizable]
public sealed class NodeOpcUaWritesTests
{
    private Bridge _bridge = null!;

    [OneTimeSetUp]
    public async Task StartTheBridge()
    {
        await Interop.RequireAsync("node-opcua-client");
        _bridge = await Bridge.StartAsync(
            """
            server:
              name: writes
              endpoint: {endpoint}
              security: [None]
              anonymous: write
            plcs:
              - name: Line1
                host: 192.168.0.10
                profile: s7-1500
                simulate: true
                heartbeat: { address: DB9.DBW0, every: 200ms }
                scan: { normal: 100ms, asked: { interval: 1s, mode: onCommand } }
                tags:
                  - { name: Recipe/Name, address: DB1.DBB0, type: "String[20]", access: readwrite }
                  - { name: Recipe/Amount, address: DB1.DBD24, type: Real, access: readwrite, limits: [0, 100] }
                  - { name: Recipe/Steps, address: DB1.DBW30, type: Int(0..4), access: readwrite }
                  - { name: Start, address: DB1.DBX50.1, access: readwrite }
                  - { name: Order, address: DB1.DBW52, type: Int, access: readwrite, writeEvery: 1h }
                  - { name: Level, address: DB1.DBW60, type: Int }
                  - { name: Alive, address: DB9.DBW0, type: Word }
                  - { name: Asked, address: DB1.DBW62, type: Int, scan: asked }
            """,
            CancellationToken.None
        );
    }

    [OneTimeTearDown]
    public async Task StopTheBridge()
    {
        if (_bridge is not null)
            await _bridge.DisposeAsync();
    }

    [Test]
    public async Task A_call_with_many_values_gets_a_status_for_each_and_what_is_written_reads_back(CancellationToken cancellationToken)
    {
        var statuses = await WriteAsync(
            cancellationToken,
            """["ns=2;s=Line1/Recipe/Name","String","Grün 7"]""",
            """["ns=2;s=Line1/Recipe/Amount","Double",12.5]""",
            """["ns=2;s=Line1/Recipe/Amount","Float",100.5]""",
            """["ns=2;s=Line1/Recipe/Steps","Int16",[1,2,3,4,5]]""",
            """["ns=2;s=Line1/Recipe/Steps","Int32",[20,30],"1:2"]""",
            """["ns=2;s=Line1/Recipe/Steps","Int16",[1,2]]""",
            """["ns=2;s=Line1/Order","Int32",40000]""",
            """["ns=2;s=Line1/Order","UInt16",4000]""",
            """["ns=2;s=Line1/Order","Int16",4001]""",
            """["ns=2;s=Line1/Level","Int16",1]""",
            """["ns=2;s=Line1/Nothing","Int16",1]""",
            """["ns=2;s=Line1/Start","Boolean",true]"""
        );

        Assert.That(
            statuses,
            Is.EqualTo(
                new[]
                {
                    "Good",
                    "Good",
                    "BadOutOfRange",
                    "Good",
                    "Good",
                    "BadOutOfRange",
                    "BadOutOfRange",
                    "Good",
                    "BadTooManyOperations",
                    "BadNotWritable",
                    "BadNodeIdUnknown",
                    "Good",
                }
            )
        );
        string[] written = ["Grün 7", "12.5", "[1,20,30,4,5]", "True", "4000"];
        string[] read;
        do read = await ReadAsync(cancellationToken, "Recipe/Name", "Recipe/Amount", "Recipe/Steps", "Start", "Order");
        while (!read.SequenceEqual(written));
    }

    [Test]
    public async Task The_heartbeat_beats_in_the_PLC(CancellationToken cancellationToken)
    {
        var changes = (
            await Interop.RunAsync("ua-client.js", cancellationToken, _bridge.Endpoint, "subscribe", "4", "100", "ns=2;s=Line1/Alive")
        )
            .EnumerateArray()
            .Where(change => change.GetProperty("status").GetString() == "Good")
            .Select(change => change.GetProperty("value").GetInt32())
            .ToArray();
        Assert.That(changes, Has.Length.GreaterThan(2));
        Assert.That(changes.Zip(changes.Skip(1)).Select(pair => pair.First + pair.Second), Is.All.EqualTo(1), "0 and 1 in turn");
    }

    [Test]
    public async Task Methods_poll_a_class_and_release_the_connection(CancellationToken cancellationToken)
    {
        Assert.That(await CallAsync(cancellationToken, "_Status/Scans/asked", "Poll"), Is.EqualTo("Good"));
        Assert.That(await CallAsync(cancellationToken, "_Status", "Release"), Is.EqualTo("BadArgumentsMissing"));
        Assert.That(await CallAsync(cancellationToken, "_Status", "Release", "1"), Is.EqualTo("Good"));
        while ((await ReadAsync(cancellationToken, "_Status/Reconnects"))[0] != "1") { }
    }

    private async Task<string[]> WriteAsync(CancellationToken cancellationToken, params string[] writes) =>
        [
            .. (await Interop.RunAsync("ua-client.js", cancellationToken, _bridge.Endpoint, "write", $"[{string.Join(',', writes)}]"))
                .EnumerateArray()
                .Select(status => status.GetString()!),
        ];

    private async Task<string?> CallAsync(CancellationToken cancellationToken, string owner, string method, params string[] arguments) =>
        (
            await Interop.RunAsync(
                "ua-client.js",
                cancellationToken,
                [_bridge.Endpoint, "call", $"ns=2;s=Line1/{owner}", $"ns=2;s=Line1/{owner}/{method}", .. arguments]
            )
        ).GetString();

    private async Task<string[]> ReadAsync(CancellationToken cancellationToken, params string[] names)
    {
        var values = await Interop.RunAsync(
            "ua-client.js",
            cancellationToken,
            [_bridge.Endpoint, "read", .. names.Select(name => $"ns=2;s=Line1/{name}")]
        );
        return [.. values.EnumerateArray().Select(value => value.GetProperty("value").ToString())];
    }
}
