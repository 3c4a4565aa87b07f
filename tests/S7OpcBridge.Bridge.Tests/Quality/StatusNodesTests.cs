using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Bridge.Tests;

[CancelAfter(60_000)]
public sealed class StatusNodesTests
{
    private static readonly (string Name, BuiltInType Type, bool IsArray)[] Nodes =
    [
        ("Connected", BuiltInType.Boolean, false),
        ("Simulated", BuiltInType.Boolean, false),
        ("State", BuiltInType.String, false),
        ("CpuState", BuiltInType.String, false),
        ("LastError", BuiltInType.String, false),
        ("BadTags", BuiltInType.String, true),
        ("PduSize", BuiltInType.UInt16, false),
        ("MaxJobs", BuiltInType.UInt16, false),
        ("Reconnects", BuiltInType.UInt32, false),
        ("Scans/fast/PdusPerCycle", BuiltInType.UInt32, false),
        ("Scans/fast/Overruns", BuiltInType.UInt32, false),
        ("Scans/fast/CycleTime", BuiltInType.Double, false),
        ("Scans/fast/MaxCycleTime", BuiltInType.Double, false),
        ("Scans/fast/Age", BuiltInType.Double, false),
        ("JobWaits", BuiltInType.UInt32, false),
        ("PendingWrites", BuiltInType.UInt32, false),
        ("Scans/fast/Cycles", BuiltInType.UInt32, false),
        ("Scans/fast/Pdus", BuiltInType.UInt32, false),
    ];

    [Test]
    public async Task The_status_of_a_PLC_is_complete(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            tags => tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int").Tag("Missing", "DB9.DBW0", "Int"),
            token,
            plc => plc with { CpuStateEvery = TimeSpan.FromMilliseconds(50) }
        );
        var ids = Nodes.Select(node => ServedPlant.Node($"_Status/{node.Name}")).ToArray();
        DataValue[] values;
        do values = await plant.Client.ReadAsync(token, ids);
        while (
            values.Any(value => !value.Status.IsGood)
            || values[0].Value.Bits == 0
            || values[3].Value.Reference is not "RUN"
            || values[5].Value.Reference is not string[] { Length: 1 }
        );

        using (Assert.EnterMultipleScope())
        {
            for (var i = 0; i < Nodes.Length; i++)
                Assert.That((values[i].Value.Type, values[i].Value.IsArray), Is.EqualTo((Nodes[i].Type, Nodes[i].IsArray)), Nodes[i].Name);
            Assert.That(values[2].Value.Reference, Is.EqualTo("Running"));
            Assert.That(values[4].Value.Reference, Does.Contain("DB9 does not exist"));
            Assert.That((values[6].Value.Bits, values[7].Value.Bits, values[8].Value.Bits), Is.EqualTo((960L, 8L, 0L)));
            Assert.That(values[9].Value.Bits, Is.EqualTo(1), "one PDU for all that can be read");
        }

        plant.Plc.Faults.ResetConnections();
        await plant.UntilAsync("_Status/Reconnects", value => value.Value.Bits == 1, token);
        plant.Plc.Faults.CutPower();
        await plant.UntilAsync("_Status/PduSize", value => value.Value.Bits == 0, token);
        await plant.UntilAsync("_Status/State", value => value.Value.Reference is "Waiting" or "Connecting", token);
        var age = (await plant.UntilAsync("_Status/Scans/fast/Age", value => value.Status.IsGood, token)).Value.Bits;
        await plant.UntilAsync(
            "_Status/Scans/fast/Age",
            value => BitConverter.Int64BitsToDouble(value.Value.Bits) > BitConverter.Int64BitsToDouble(age),
            token
        );
    }

    [Test]
    public async Task What_the_CPU_says_of_itself_has_nodes_where_the_map_wants_its_alarms(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            static tags => tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int"),
            token,
            static plc => plc with { Alarms = new CpuAlarmSettings { IsExperimental = true } },
            CpuBehaviors.S7_300 with
            {
                Tsaps = [],
            },
            prepare: static plc =>
            {
                plc.Cpu.IsRunning = false;
                plc.Cpu.IsRunning = true;
                plc.Messages.SetStation(7, isThere: false);
            }
        );
        await plant.UntilAsync(
            "_Status/FaultyStations",
            static value => value.Value.Reference is string[] and ["station 7 of DP master system 1"],
            token
        );
        await plant.UntilAsync("_Status/Leds", static value => value.Value.Reference is string[] and [_, "RUN on", "BUS1F flashes"], token);
        await plant.UntilAsync(
            "_Status/LastStop",
            static value => value.Value.Reference is string told && told.Contains("STOP by a programming device", StringComparison.Ordinal),
            token
        );
    }

    [Test]
    public async Task A_CPU_that_refuses_its_alarms_says_so_beside_its_errors(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            static tags => tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int"),
            token,
            static plc => plc with { Alarms = new CpuAlarmSettings() },
            CpuBehaviors.S7_1500 with
            {
                Tsaps = [],
            }
        );
        await plant.UntilAsync(
            "_Status/Alarms",
            static value => value.Value.Reference is string told && told.StartsWith("The CPU sends no alarms: ", StringComparison.Ordinal),
            token
        );
        Assert.That(
            (await plant.UntilAsync("_Status/LastError", static value => value.Status.IsGood, token)).Value.Reference,
            Is.EqualTo("")
        );
    }
}
