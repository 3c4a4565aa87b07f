using System.Text.Json;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// The whole line between programs that nobody here wrote: Snap7 as the PLC, node-opcua as the client, the built bridge as a process between them.
/// </summary>
[TestFixture, CancelAfter(180_000), Parallelizable]
public sealed class Snap7ToNodeOpcUaTests
{
    private Snap7Line _line = null!;

    [OneTimeSetUp]
    public async Task StartTheLine()
    {
        var scattered = string.Concat(
            Enumerable
                .Range(0, 60)
                .Select(i => $"      - {{ name: Words/W{i:00}, address: DB1.DBW{100 + 6 * i}, type: Word, scan: fast }}\n")
        );
        _line = await Snap7Line.StartAsync(port =>
            $$"""
                server:
                  name: snap7
                  endpoint: {endpoint}
                  security: [None]
                  anonymous: read
                plcs:
                  - name: Line1
                    host: 127.0.0.1
                    port: {{port}}
                    profile: s7-300
                    scan: { fast: 100ms, normal: 500ms }
                    tags:
                      - { name: Motor/Speed, address: DB1.DBD0, type: Real, unit: rpm, range: [0, 3000], description: "Drehzahl" }
                      - { name: Motor/Torque, address: DB1.DBW4, type: Int }
                      - { name: Motor/Running, address: DB1.DBX6.0 }
                      - { name: Motor/Fault, address: DB1.DBX6.1 }
                      - { name: Motor/Ready, address: DB1.DBX6.5 }
                      - { name: Motor/Position, address: DB1.DBD8, type: DInt }
                      - { name: Recipe/Name, address: DB1.DBB12, type: "String[20]" }
                      - { name: Recipe/Offset, address: DB1.DBD40, type: Time }
                      - { name: Recipe/Steps, address: DB1.DBW50, type: Int(0..9) }
                      - { name: Order, address: MW20, type: Word }
                      - { name: Missing, address: DB99.DBW0, type: Word }
                {{scattered}}
                """
        );
    }

    [OneTimeTearDown]
    public async Task StopTheLine()
    {
        if (_line is not null)
            await _line.DisposeAsync();
    }

    [Test]
    public async Task A_client_browses_the_plant_as_the_map_orders_it(CancellationToken cancellationToken)
    {
        var nodes = await Interop.RunAsync("ua-client.js", cancellationToken, _line.Bridge.Endpoint, "browse", "ns=2;s=Line1");
        var ids = nodes.EnumerateArray().Select(node => node.GetProperty("id").GetString()).ToArray();
        Assert.That(
            ids,
            Does.Contain("ns=2;s=Line1/Motor")
                .And.Contain("ns=2;s=Line1/Motor/Speed")
                .And.Contain("ns=2;s=Line1/Motor/Speed/EURange")
                .And.Contain("ns=2;s=Line1/Words/W59")
                .And.Contain("ns=2;s=Line1/_Status/Connected")
                .And.Contain("ns=2;s=Line1/_Status/Scans/fast/PdusPerCycle")
        );
        Assert.That(ids, Is.Unique);
    }

    [Test]
    public async Task A_client_reads_what_Snap7_holds(CancellationToken cancellationToken)
    {
        var read = await ReadUntilGood(
            cancellationToken,
            "Motor/Speed",
            "Motor/Torque",
            "Motor/Running",
            "Motor/Fault",
            "Motor/Ready",
            "Motor/Position",
            "Recipe/Name",
            "Recipe/Offset",
            "Recipe/Steps",
            "Order"
        );
        Assert.That(
            read.Select(value => value.GetProperty("type").GetString()),
            Is.EqualTo(new[] { "Float", "Int16", "Boolean", "Boolean", "Boolean", "Int32", "String", "Double", "Int16", "UInt16" })
        );
        Assert.That(
            read.Select(value => value.GetProperty("value").ToString()),
            Is.EqualTo(
                new[]
                {
                    "1487.5",
                    "-1234",
                    "True",
                    "False",
                    "True",
                    "-2000000000",
                    "Grün!",
                    "-1500",
                    "[-300,-200,-100,0,100,200,300,400,500,600]",
                    "4711",
                }
            )
        );
    }

    [Test]
    public async Task More_items_than_Snap7_answers_in_one_job_all_arrive(CancellationToken cancellationToken)
    {
        var read = await ReadUntilGood(cancellationToken, [.. Enumerable.Range(0, 60).Select(i => $"Words/W{i:00}")]);
        Assert.That(read.Select(value => value.GetProperty("value").GetInt32()), Is.EqualTo(Enumerable.Range(4000, 60)));
    }

    [Test]
    public async Task A_missing_block_is_bad_and_harms_nobody(CancellationToken cancellationToken)
    {
        await ReadUntilGood(cancellationToken, "Motor/Speed");
        JsonElement[] read;
        do read = await Read(cancellationToken, "Missing", "Motor/Speed");
        while (read[0].GetProperty("status").GetString() == "BadWaitingForInitialData");
        Assert.That(read[0].GetProperty("status").GetString(), Is.EqualTo("BadConfigurationError"));
        Assert.That(read[0].GetProperty("value").ValueKind, Is.EqualTo(JsonValueKind.Null));
        Assert.That(read[1].GetProperty("status").GetString(), Is.EqualTo("Good"));
    }

    [Test]
    public async Task A_subscriber_sees_a_change_in_the_PLC(CancellationToken cancellationToken)
    {
        await ReadUntilGood(cancellationToken, "Motor/Torque");
        var subscription = Interop.RunAsync(
            "ua-client.js",
            cancellationToken,
            _line.Bridge.Endpoint,
            "subscribe",
            "6",
            "100",
            "ns=2;s=Line1/Motor/Torque"
        );
        // The client needs a moment to connect; the value changes often enough to be seen whenever that is.
        for (var value = 1; !subscription.IsCompleted; value++)
        {
            await _line.Plc.SendLineAsync($"word 4 {value}");
            await Task.WhenAny(subscription, Task.Delay(TimeSpan.FromMilliseconds(500), TimeProvider.System, cancellationToken));
        }
        var changes = (await subscription).EnumerateArray().Select(change => change.GetProperty("value").GetInt32()).ToArray();
        await _line.Plc.SendLineAsync($"word 4 {unchecked((ushort)-1234)}");
        Assert.That(changes, Has.Length.GreaterThan(3).And.Ordered.And.Unique);
    }

    [Test]
    public async Task Every_attribute_of_an_analog_tag_is_what_the_map_says(CancellationToken cancellationToken)
    {
        var attributes = await Interop.RunAsync(
            "ua-client.js",
            cancellationToken,
            _line.Bridge.Endpoint,
            "attributes",
            "ns=2;s=Line1/Motor/Speed"
        );
        Assert.That(attributes.GetProperty("Description").GetProperty("value").ToString(), Does.Contain("Drehzahl"));
        Assert.That(attributes.GetProperty("DataType").GetProperty("value").GetString(), Is.EqualTo("ns=0;i=10"));
        Assert.That(attributes.GetProperty("ValueRank").GetProperty("value").GetInt32(), Is.EqualTo(-1));
        Assert.That(attributes.GetProperty("AccessLevel").GetProperty("value").GetInt32(), Is.EqualTo(1));
        Assert.That(attributes.GetProperty("MinimumSamplingInterval").GetProperty("value").GetDouble(), Is.EqualTo(500));
        Assert.That(attributes.GetProperty("InverseName").GetProperty("status").GetString(), Is.EqualTo("BadAttributeIdInvalid"));
    }

    private async Task<JsonElement[]> ReadUntilGood(CancellationToken cancellationToken, params string[] tags)
    {
        while (true)
        {
            var read = await Read(cancellationToken, tags);
            if (read.All(value => value.GetProperty("status").GetString() == "Good"))
                return read;
        }
    }

    private async Task<JsonElement[]> Read(CancellationToken cancellationToken, params string[] tags) =>
        [
            .. (
                await Interop.RunAsync(
                    "ua-client.js",
                    cancellationToken,
                    [_line.Bridge.Endpoint, "read", .. tags.Select(tag => $"ns=2;s=Line1/{tag}")]
                )
            ).EnumerateArray(),
        ];
}
