using S7OpcBridge.Bridge;
using S7OpcBridge.Cluster.Tests.Plants;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Sharing;

/// <summary>The alarms that a CPU raises itself, at the node that reads it and at the other one.</summary>
[CancelAfter(60_000), Parallelizable]
internal sealed class SharedCpuAlarmTests
{
    private const string Motor = "Line1/_Alarms/60000123/3",
        Door = "Line1/_Alarms/60000200";

    [Test]
    public async Task Both_nodes_have_them_either_acknowledges_and_a_new_owner_asks_the_list(CancellationToken token)
    {
        await using var plant = new SharedPlant(CpuBehaviors.S7_400, new CpuAlarmSettings { IsExperimental = true }, "Line1");
        plant.Pins["Line1"] = "a";
        var a = await plant.StartAsync("a", token);
        var messages = plant.Plc("Line1").Messages;
        await Poll.UntilAsync(() => a.Acquisition.StatusOf(0).Alarms is { IsSending: true }, token);
        messages.Set(0x60000123, PlcAlarmKind.Alarm8, 3, true);
        await UntilAsync(a, Motor, static alarm => alarm is { IsRetained: true, Record.IsAcked: false }, token);

        // A node that comes later gets the list.
        var b = await plant.StartAsync("b", token);
        await plant.UntilSharedAsync(token, a, b);
        var theirs = await UntilAsync(b, Motor, static alarm => alarm is { IsRetained: true, Record.IsAcked: false }, token);
        Assert.That((a.Owns("Line1"), theirs!.Record.ActiveTime), Is.EqualTo((true, a.Alarms.Find(Motor)!.Record.ActiveTime)));
        messages.Set(0x60000200, PlcAlarmKind.AlarmSq, 1, true);
        await UntilAsync(b, Door, static alarm => alarm is { Record.States: ConditionStates.Active }, token);
        await Poll.UntilAsync(() => b.Acquisition.StatusOf(0).Alarms is { IsSending: true }, token);

        // The node that does not read the PLC passes the acknowledgement on.
        var id = (0x60000123UL << 8) | 3;
        Assert.That((await b.Acquisition.AcknowledgeAsync(0, id, token)).Result, Is.EqualTo(CpuAckResult.Accepted));
        await UntilAsync(a, Motor, static alarm => alarm is { Record.IsAcked: true }, token);
        await UntilAsync(b, Motor, static alarm => alarm is { Record.IsAcked: true }, token);

        // Nobody tells b that the motor runs again but the list that it asks as the new owner.
        await a.DisposeAsync();
        messages.Set(0x60000123, PlcAlarmKind.Alarm8, 3, false);
        messages.Acknowledge(0x60000123, 4);
        await Poll.UntilAsync(() => b.Owns("Line1") && b.Acquisition.StatusOf(0).Alarms is { IsSending: true }, token);
        await UntilAsync(b, Motor, static alarm => alarm is { IsRetained: false }, token);
        await UntilAsync(
            b,
            Door,
            static alarm =>
                alarm is { Record.States: ConditionStates.Active, Record.IsAcked: false } && alarm.Quality.Value == StatusCodes.Good,
            token
        );
    }

    private static async Task<AlarmView?> UntilAsync(SharingNode node, string id, Func<AlarmView?, bool> wanted, CancellationToken token)
    {
        try
        {
            await Poll.UntilAsync(() => wanted(node.Alarms.Find(id)), token);
        }
        catch (OperationCanceledException)
        {
            Assert.Fail($"{node.Name} shows {node.Alarms.Find(id)} for {id}; {string.Join("; ", node.Shared.Plcs)}");
        }
        return node.Alarms.Find(id);
    }
}
