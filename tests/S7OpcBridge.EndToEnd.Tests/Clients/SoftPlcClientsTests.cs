using System.Text.Json;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>S7 clients that nobody here wrote take the soft PLC for a PLC: they read, write and ask it what they ask real ones.</summary>
[TestFixture, CancelAfter(120_000), Parallelizable]
public sealed class SoftPlcClientsTests
{
    private static readonly string[] Scalars =
    [
        "DB1,INT0",
        "DB1,DINT4",
        "DB1,REAL8",
        "DB1,X12.3",
        "DB1,BYTE14",
        "DB1,WORD16",
        "DB1,DWORD20",
        "DB1,S30.10",
        "MW10",
        "QB2",
    ];

    [Test]
    public async Task Nodes7_reads_and_writes(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("nodes7");
        await using var plc = Start(CpuBehaviors.S7_1500);
        using (var memory = plc.Memory.Hold())
            memory.Block(1)[12] = 0xF0;

        var written = JsonSerializer.Serialize(
            new
            {
                write = new Dictionary<string, object>
                {
                    ["DB1,INT0"] = -5,
                    ["DB1,DINT4"] = 70_000,
                    ["DB1,REAL8"] = 12.5,
                    ["DB1,X12.3"] = true,
                    ["DB1,BYTE14"] = 200,
                    ["DB1,WORD16"] = 40_000,
                    ["DB1,DWORD20"] = 4_000_000_000,
                    ["DB1,S30.10"] = "Brew",
                    ["DB1,INT100.200"] = Enumerable.Range(0, 200).ToArray(),
                    ["MW10"] = 4711,
                    ["QB2"] = 3,
                },
                read = Scalars.Append("DB1,INT100.200"),
            }
        );
        var answer = await Interop.RunAsync("nodes7-client.js", cancellationToken, $"{plc.Port}", written);

        Assert.That(answer.GetProperty("bad").GetBoolean(), Is.False);
        var values = answer.GetProperty("values");
        Assert.That(
            Scalars.Select(item => values.GetProperty(item).ToString()),
            Is.EqualTo(new[] { "-5", "70000", "12.5", "True", "200", "40000", "4000000000", "Brew", "4711", "3" })
        );
        Assert.That(
            values.GetProperty("DB1,INT100.200").EnumerateArray().Select(value => value.GetInt32()),
            Is.EqualTo(Enumerable.Range(0, 200)),
            "longer than a small PDU"
        );
        using var after = plc.Memory.Hold();
        Assert.That(after.Block(1)[12], Is.EqualTo(0xF8), "a bit is written as a bit");
    }

    [Test]
    public async Task Nodes7_reads_five_hundred_scattered_items(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("nodes7");
        await using var plc = Start(CpuBehaviors.S7_1200);
        plc.Memory.AddBlock(2, 16_000);
        using (var memory = plc.Memory.Hold())
        {
            for (var i = 0; i < 500; i++)
                System.Buffers.Binary.BinaryPrimitives.WriteInt16BigEndian(memory.Block(2)[(i * 32)..], (short)(i - 250));
        }

        var items = Enumerable.Range(0, 500).Select(i => $"DB2,INT{i * 32}").ToArray();
        var answer = await Interop.RunAsync(
            "nodes7-client.js",
            cancellationToken,
            $"{plc.Port}",
            JsonSerializer.Serialize(new { write = new { }, read = items })
        );

        Assert.That(answer.GetProperty("bad").GetBoolean(), Is.False);
        Assert.That(
            items.Select(item => answer.GetProperty("values").GetProperty(item).GetInt32()),
            Is.EqualTo(Enumerable.Range(-250, 500))
        );
    }

    [Test]
    public async Task Snap7_does_one_of_everything([Values("s7-300", "s7-1500")] string family, CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-snap7");
        var behavior = family == "s7-300" ? CpuBehaviors.S7_300 : CpuBehaviors.Generic;
        // Snap7's client is called with rack 0, slot 1; a 300 sits in slot 2.
        await using var plc = Start(behavior with { Tsaps = [] });

        var result = await Interop.RunAsync("snap7-client.js", cancellationToken, $"{plc.Port}");

        using (Assert.EnterMultipleScope())
        {
            Assert.That(result.GetProperty("pdu").GetInt32(), Is.EqualTo(family == "s7-300" ? 240 : 480));
            Assert.That(result.GetProperty("block").GetBoolean(), Is.True);
            Assert.That(result.GetProperty("bit").GetString(), Is.EqualTo("a8"));
            var items = family == "s7-300" ? 8 : 20;
            Assert.That(Numbers(result, "written"), Is.EqualTo(new int[items]));
            Assert.That(
                result.GetProperty("multi").EnumerateArray().Select(item => item.GetBoolean()),
                Is.EqualTo(Enumerable.Repeat(true, items))
            );
            Assert.That(
                result.GetProperty("mixed").EnumerateArray().Select(item => item.GetString() == "ok"),
                Is.EqualTo(new[] { true, false, false, true })
            );
            Assert.That(
                new[] { "markers", "inputs", "outputs" }.Select(area => result.GetProperty(area).GetString()),
                Is.All.EqualTo("010203")
            );
            Assert.That(result.GetProperty("timers").GetString(), Is.EqualTo("01270250"));
            Assert.That(result.GetProperty("counters").GetString(), Is.EqualTo("0123"));
            Assert.That(result.GetProperty("status").GetInt32(), Is.EqualTo(8), "RUN");
            Assert.That(result.GetProperty("order").GetString(), Does.StartWith("6ES7"));
            Assert.That(result.GetProperty("cpuPdu").GetInt32(), Is.EqualTo(behavior.PduSize));
            Assert.That(result.GetProperty("length").GetInt32(), Is.EqualTo(1000));
            Assert.That(result.GetProperty("clock").GetBoolean(), Is.True);
            Assert.That(result.GetProperty("missing").GetString(), Does.Contain("not available"));
        }
    }

    [Test]
    public async Task Nodes7_reads_the_soft_PLCs_of_a_map(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("nodes7");
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;
        await File.WriteAllTextAsync(
            Path.Combine(folder, "map.yaml"),
            """
            server: { security: [None] }
            plcs:
              - name: Line1
                host: 192.168.0.10
                profile: s7-1500
                tags:
                  - { name: Speed, address: DB10.DBD4, type: Real, range: [10, 3000] }
                  - { name: Set, address: DB10.DBW8, type: Int, access: readwrite }
            """,
            cancellationToken
        );
        var port = Testing.FreePort.Next();
        await using var simulator = Bridge.Start(folder, "simulate", "map.yaml", "--port", $"{port}");
        await simulator.LineAsync(line => line.StartsWith("Soft PLCs are running", StringComparison.Ordinal), cancellationToken);

        var answer = await Interop.RunAsync(
            "nodes7-client.js",
            cancellationToken,
            $"{port}",
            """{ "write": { "DB10,INT8": 42 }, "read": ["DB10,REAL4", "DB10,INT8"] }"""
        );

        Assert.That(answer.GetProperty("values").GetProperty("DB10,REAL4").GetDouble(), Is.InRange(10, 3000));
        Assert.That(answer.GetProperty("values").GetProperty("DB10,INT8").GetInt32(), Is.EqualTo(42));
    }

    private static SoftPlc Start(CpuBehavior behavior)
    {
        var plc = new SoftPlc(new SoftPlcOptions { Behavior = behavior }, TimeProvider.System);
        plc.Memory.AddBlock(1, 1000);
        plc.Start();
        return plc;
    }

    private static IEnumerable<int> Numbers(JsonElement result, string name) =>
        result.GetProperty(name).EnumerateArray().Select(item => item.GetInt32());
}
