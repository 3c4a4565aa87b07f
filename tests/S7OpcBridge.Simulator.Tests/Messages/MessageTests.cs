using S7OpcBridge.S7;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Simulator.Tests.Messages;

/// <summary>Alarms, modes and events of soft PLCs as the client sees them.</summary>
[CancelAfter(30_000)]
internal sealed class MessageTests
{
    private readonly ManualClock _clock = new();

    private SoftPlc Start(CpuBehavior behavior)
    {
        var plc = new SoftPlc(new SoftPlcOptions { Behavior = behavior with { Tsaps = [] } }, _clock);
        plc.Memory.AddBlock(1, 100);
        plc.Start();
        return plc;
    }

    [Test]
    public async Task ALARM_8_comes_goes_and_is_acknowledged_as_a_real_S7_400_does_it(CancellationToken cancel)
    {
        await using var plc = Start(CpuBehaviors.S7_400);
        await using var connection = await Station.ConnectAsync(plc, cancel);
        var subscription = await connection.Messages.SubscribeAsync(Station.All, "test", cancel);

        plc.Messages.Set(0xBB, PlcAlarmKind.Alarm8, 3, isActive: true, [0, 1], [0xFF]);
        var coming = await subscription.NextAlarmAsync(cancel);
        Assert.That(coming.State, Is.EqualTo(new S7AlarmState(0xBB, S7AlarmKind.Alarm8, 0x04, 0xFF, 0xFB)));
        Assert.That(coming.Values.Select(static value => value.ToString()), Is.EqualTo(["16#0001", "16#FF"]));

        plc.Messages.Set(0xBB, PlcAlarmKind.Alarm8, 3, isActive: false);
        Assert.That(
            (await subscription.NextAlarmAsync(cancel)).State,
            Is.EqualTo(new S7AlarmState(0xBB, S7AlarmKind.Alarm8, 0, 0xFB, 0xFB))
        );
        Assert.That((await connection.PendingAsync(S7MessageKinds.Alarm8, cancel)).Single().State.IsAcknowledged(3), Is.False);

        var codes = await connection.Messages.AcknowledgeAsync(new[] { new S7AlarmAcknowledgement(0xBB, 0x04) }, cancel);
        Assert.That(codes, Is.EqualTo([S7ItemStatus.Ok]));
        var acknowledged = await subscription.NextAsync<S7AcknowledgedMessage>(cancel);
        Assert.That((acknowledged.Alarms[0].Id, acknowledged.Alarms[0].ComingAcknowledged), Is.EqualTo((0xBB, 0xFF)));
        Assert.That(await connection.PendingAsync(S7MessageKinds.Alarm8, cancel), Is.Empty);
    }

    [Test]
    public async Task An_acknowledgement_of_one_station_reaches_all(CancellationToken cancel)
    {
        await using var plc = Start(CpuBehaviors.S7_300);
        await using var first = await Station.ConnectAsync(plc, cancel);
        await using var second = await Station.ConnectAsync(plc, cancel);
        var here = await first.Messages.SubscribeAsync(S7MessageKinds.AlarmS, "here", cancel);
        var there = await second.Messages.SubscribeAsync(S7MessageKinds.AlarmS, "there", cancel);

        plc.Messages.Set(123, PlcAlarmKind.AlarmSq, 1, isActive: true, [0, 0, 0, 42]);
        foreach (var subscription in new[] { here, there })
        {
            var alarm = await subscription.NextAlarmAsync(cancel);
            Assert.That(
                (alarm.State.Kind, alarm.State.IsAcknowledged(1), alarm.Values.Single().ToString()),
                Is.EqualTo((S7AlarmKind.AlarmSq, false, "16#0000002A"))
            );
        }

        await second.Messages.AcknowledgeAsync(new[] { new S7AlarmAcknowledgement(123, 1) }, cancel);
        foreach (var subscription in new[] { here, there })
            Assert.That((await subscription.NextAsync<S7AcknowledgedMessage>(cancel)).Alarms[0].Id, Is.EqualTo(123));
    }

    [Test]
    public async Task ALARM_SQ_that_went_waits_in_the_list_until_it_is_acknowledged(CancellationToken cancel)
    {
        await using var plc = Start(CpuBehaviors.S7_300);
        await using var connection = await Station.ConnectAsync(plc, cancel);
        plc.Messages.Set(7, PlcAlarmKind.AlarmSq, 1, isActive: true, [0, 0, 0, 1]);
        _clock.Advance(TimeSpan.FromSeconds(5));
        plc.Messages.Set(7, PlcAlarmKind.AlarmSq, 1, isActive: false);
        plc.Messages.Set(8, PlcAlarmKind.AlarmS, 1, isActive: true);
        plc.Messages.Set(9, PlcAlarmKind.AlarmS, 1, isActive: true);
        plc.Messages.Set(9, PlcAlarmKind.AlarmS, 1, isActive: false);

        var pending = await connection.PendingAsync(S7MessageKinds.AlarmS, cancel);
        Assert.That(pending.Select(static alarm => alarm.State.Id), Is.EqualTo([7, 8]));
        Assert.That(pending[0].Going - pending[0].Coming, Is.EqualTo(TimeSpan.FromSeconds(5)));
        Assert.That(
            (pending[0].State.Kind, pending[1].State.Kind, pending[1].Going),
            Is.EqualTo((S7AlarmKind.AlarmSq, S7AlarmKind.AlarmS, (DateTime?)null))
        );

        Assert.That(plc.Messages.Acknowledge(7, 1), Is.True);
        Assert.That((await connection.PendingAsync(S7MessageKinds.AlarmS, cancel)).Single().State.Id, Is.EqualTo(8));
    }

    [Test]
    public async Task NOTIFY_needs_no_acknowledgement_and_refuses_one(CancellationToken cancel)
    {
        await using var plc = Start(CpuBehaviors.S7_400);
        await using var connection = await Station.ConnectAsync(plc, cancel);
        var subscription = await connection.Messages.SubscribeAsync(S7MessageKinds.Alarm8, "test", cancel);
        plc.Messages.Set(1, PlcAlarmKind.Notify, 1, isActive: true);
        Assert.That((await subscription.NextAlarmAsync(cancel)).State, Is.EqualTo(new S7AlarmState(1, S7AlarmKind.Notify, 1, 1, 1)));
        Assert.That(
            await connection.Messages.AcknowledgeAsync(new[] { new S7AlarmAcknowledgement(1, 1) }, cancel),
            Is.EqualTo([S7ItemStatus.ObjectMissing])
        );
    }

    [Test]
    public async Task An_S7_300_makes_no_ALARM_8(CancellationToken cancel)
    {
        await using var plc = Start(CpuBehaviors.S7_300);
        await using var connection = await Station.ConnectAsync(plc, cancel);
        Assert.That((await connection.Messages.ReadKindsAsync(cancel)).HasFlag(S7MessageKinds.Alarm8), Is.False);
        await Assert.ThrowsAsync<S7RefusedException>(async () =>
            await connection.Messages.SubscribeAsync(S7MessageKinds.Alarm8, "test", cancel)
        );
        await connection.Messages.SubscribeAsync(S7MessageKinds.AlarmS, "test", cancel);
    }

    [Test]
    public async Task An_S7_400_makes_all([Values("s7-400", "generic")] string family, CancellationToken cancel)
    {
        await using var plc = Start(CpuBehaviors.Find(family)!);
        await using var connection = await Station.ConnectAsync(plc, cancel);
        Assert.That(await connection.Messages.ReadKindsAsync(cancel), Is.EqualTo(Station.All));
    }

    [Test]
    public async Task Others_refuse_and_keep_the_connection(
        [Values("s7-1200", "s7-1500", "s7-200")] string family,
        CancellationToken cancel
    )
    {
        await using var plc = Start(CpuBehaviors.Find(family)!);
        await using var connection = await Station.ConnectAsync(plc, cancel);
        var refused = (
            await Assert.ThrowsAsync<S7RefusedException>(async () =>
                await connection.Messages.SubscribeAsync(S7MessageKinds.Mode, "test", cancel)
            )
        )!;
        Assert.That((refused.Code, connection.IsAlive), Is.EqualTo((0x8104, true)));
        await Assert.ThrowsAsync<S7RefusedException>(async () => await connection.PendingAsync(S7MessageKinds.AlarmS, cancel));
    }

    [Test]
    public async Task STOP_and_RUN_are_pushed_with_their_events_and_a_start_empties_the_list(CancellationToken cancel)
    {
        await using var plc = Start(CpuBehaviors.S7_300);
        await using var connection = await Station.ConnectAsync(plc, cancel);
        plc.Messages.Set(5, PlcAlarmKind.AlarmS, 1, isActive: true);
        var subscription = await connection.Messages.SubscribeAsync(S7MessageKinds.Mode | S7MessageKinds.System, "test", cancel);

        plc.Cpu.IsRunning = false;
        Assert.That((await subscription.NextAsync<S7EventMessage>(cancel)).Entry.EventId, Is.EqualTo(0x4304));
        Assert.That((await subscription.NextAsync<S7ModeMessage>(cancel)).Mode, Is.EqualTo(S7OperatingMode.Stop));
        Assert.That(await connection.PendingAsync(S7MessageKinds.AlarmS, cancel), Has.Count.EqualTo(1));

        plc.Cpu.IsRunning = true;
        foreach (var id in new[] { 0x4301, 0x1381, 0x4302 })
            Assert.That((await subscription.NextAsync<S7EventMessage>(cancel)).Entry.EventId, Is.EqualTo(id));
        Assert.That((await subscription.NextAsync<S7ModeMessage>(cancel)).Mode, Is.EqualTo(S7OperatingMode.Run));
        Assert.That(await connection.PendingAsync(S7MessageKinds.AlarmS, cancel), Is.Empty);
    }

    [Test]
    public async Task What_was_not_asked_for_is_not_sent(CancellationToken cancel)
    {
        await using var plc = Start(CpuBehaviors.S7_400);
        await using var connection = await Station.ConnectAsync(plc, cancel);
        var subscription = await connection.Messages.SubscribeAsync(S7MessageKinds.User, "test", cancel);
        plc.Messages.Set(1, PlcAlarmKind.Notify, 1, isActive: true);
        plc.Messages.Set(2, PlcAlarmKind.AlarmS, 1, isActive: true);
        plc.Cpu.IsRunning = false;
        plc.Messages.Enter(0x39C4);
        plc.Messages.Enter(0xA123);
        Assert.That((await subscription.NextAsync<S7EventMessage>(cancel)).Entry.EventId, Is.EqualTo(0xA123));
    }

    [Test]
    public async Task After_the_end_nothing_is_sent_and_another_subscription_may_begin(CancellationToken cancel)
    {
        await using var plc = Start(CpuBehaviors.S7_400);
        await using var connection = await Station.ConnectAsync(plc, cancel);
        await (await connection.Messages.SubscribeAsync(Station.All, "test", cancel)).EndAsync(cancel);
        var before = connection.Counters.Pushes;
        plc.Messages.Set(1, PlcAlarmKind.Notify, 1, isActive: true);
        plc.Messages.Set(2, PlcAlarmKind.AlarmS, 1, isActive: true);
        plc.Cpu.IsRunning = false;
        await connection.Userdata.ReadCpuStateAsync(cancel);
        Assert.That(connection.Counters.Pushes, Is.EqualTo(before));

        var again = await connection.Messages.SubscribeAsync(S7MessageKinds.AlarmS, "test", cancel);
        plc.Messages.Set(2, PlcAlarmKind.AlarmS, 1, isActive: false);
        Assert.That((await again.NextAlarmAsync(cancel)).State.Id, Is.EqualTo(2));
    }

    [Test]
    public async Task A_connection_that_is_gone_gets_nothing_more(CancellationToken cancel)
    {
        await using var plc = Start(CpuBehaviors.S7_400);
        await using (var connection = await Station.ConnectAsync(plc, cancel))
        {
            await connection.Messages.SubscribeAsync(Station.All, "test", cancel);
            Assert.That(plc.Messages.Readers, Is.EqualTo(1));
        }
        await Poll.UntilAsync(() => plc.Messages.Readers == 0, cancel);
    }

    [Test]
    public async Task A_long_list_comes_in_parts_while_other_questions_are_answered_between(CancellationToken cancel)
    {
        await using var plc = Start(CpuBehaviors.S7_300);
        for (uint id = 1; id <= 500; id++)
            plc.Messages.Set(id, PlcAlarmKind.AlarmS, 1, isActive: true);
        await using var connection = await Station.ConnectAsync(plc, cancel);
        var list = connection.PendingAsync(S7MessageKinds.AlarmS, cancel);
        while (!list.IsCompleted)
            await connection.Diagnostics.ReadLedsAsync(cancel);
        Assert.That((await list).Select(static alarm => alarm.State.Id), Is.EqualTo(Enumerable.Range(1, 500)));
    }

    [Test]
    public async Task Fifty_thousand_changes_arrive_in_order_while_values_are_read(CancellationToken cancel)
    {
        const int Changes = 50_000;
        // Less than what waits at either side: a machine that is busy elsewhere must not lose any.
        const int MostAhead = 4_000;
        var read = 0;
        await using var plc = Start(CpuBehaviors.S7_400);
        await using var connection = await Station.ConnectAsync(plc, cancel);
        var subscription = await connection.Messages.SubscribeAsync(S7MessageKinds.Alarm8, "test", cancel);
        var reading = Task.Run(
            async () =>
            {
                for (var i = 0; i < Changes; i++)
                {
                    var state = (await subscription.NextAlarmAsync(cancel)).State;
                    Assert.That((state.Id, state.IsActive(1)), Is.EqualTo(((uint)(i / 2 % 100 + 1), i % 2 == 0)));
                    Volatile.Write(ref read, i + 1);
                }
            },
            cancel
        );
        for (var i = 0; i < Changes; i++)
        {
            plc.Messages.Set((uint)(i / 2 % 100 + 1), PlcAlarmKind.Notify, 1, i % 2 == 0);
            while (i - Volatile.Read(ref read) > MostAhead && !reading.IsCompleted)
                await Task.Yield();
            if (i % 50 == 0)
                await connection.ReadAsync(new S7ReadJob([new S7Range(S7Area.DataBlock, 1, 0, 2)]), cancel);
        }
        await reading;
        Assert.That((subscription.TakeLost(), subscription.Dropped), Is.EqualTo((false, 0)));
    }

    [TestCase("s7-300", "60000123", S7MessageKinds.AlarmS, 1)]
    [TestCase("s7-400", "60000123", S7MessageKinds.Alarm8, 1)]
    [TestCase("s7-400", "187/3", S7MessageKinds.Alarm8, 4)]
    public async Task A_bit_raises_an_alarm_while_the_CPU_runs(
        string family,
        string name,
        S7MessageKinds kind,
        int signals,
        CancellationToken cancel
    )
    {
        await using var plc = Start(CpuBehaviors.Find(family)!);
        Assert.That(S7Address.TryParse("DB1.DBX5.2", out var address, out var type, out _));
        var tag = new ShapedTag(address, type) { Shape = Shape.Hold(), Alarm = name };
        plc.Add(tag);
        await using var connection = await Station.ConnectAsync(plc, cancel);
        var subscription = await connection.Messages.SubscribeAsync(kind, "test", cancel);

        plc.Memory.Put(1, 5, [0x04]);
        await NextAsync(isActive: true);
        plc.Memory.Put(1, 5, [0xFB]);
        await NextAsync(isActive: false);
        plc.Memory.Put(1, 5, [0xFF]);
        await NextAsync(isActive: true);
        plc.Remove(tag);
        await NextAsync(isActive: false);

        async Task NextAsync(bool isActive)
        {
            var next = subscription.NextAlarmAsync(cancel);
            while (!next.IsCompleted)
            {
                _clock.Advance(TimeSpan.FromMilliseconds(100));
                await Task.WhenAny(next, Task.Delay(10, cancel));
            }
            Assert.That((await next).State.Signals, Is.EqualTo(isActive ? signals : 0));
        }
    }

    [Test]
    public async Task A_fault_drops_messages_and_nothing_else(CancellationToken cancel)
    {
        await using var plc = Start(CpuBehaviors.S7_400);
        await using var connection = await Station.ConnectAsync(plc, cancel);
        var subscription = await connection.Messages.SubscribeAsync(S7MessageKinds.Alarm8, "test", cancel);
        plc.Faults.Arm(Fault.Drop(), FaultPoint.Notify);
        plc.Messages.Set(1, PlcAlarmKind.Notify, 1, isActive: true);
        plc.Messages.Set(2, PlcAlarmKind.Notify, 1, isActive: true);
        Assert.That((await subscription.NextAlarmAsync(cancel)).State.Id, Is.EqualTo(2));
    }

    [TestCase(PlcAlarmKind.AlarmS, 2)]
    [TestCase(PlcAlarmKind.Alarm8, 0)]
    [TestCase(PlcAlarmKind.Alarm8, 9)]
    public async Task A_signal_that_a_block_does_not_have_is_refused(PlcAlarmKind kind, int signal)
    {
        await using var plc = Start(CpuBehaviors.S7_400);
        Assert.Throws<SoftPlcException>(() => plc.Messages.Set(1, kind, signal, isActive: true));
        Assert.Throws<SoftPlcException>(() => plc.Messages.Set(1, PlcAlarmKind.Alarm8, 1, isActive: true, new byte[141]));
        Assert.Throws<SoftPlcException>(() => plc.Messages.SetStation(127, isThere: false));
    }
}
