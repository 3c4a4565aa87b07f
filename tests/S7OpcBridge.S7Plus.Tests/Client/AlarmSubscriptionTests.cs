using S7OpcBridge.S7Plus.Alarms;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Tests.Captures;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Client;

/// <summary>Alarms from a CPU that sends what it likes: no link ends by it, nothing is lost unsaid.</summary>
[CancelAfter(60_000)]
public sealed class AlarmSubscriptionTests
{
    private const uint Selection = 0x5101_0001;

    [Test]
    public async Task Real_notifications_of_a_subscription_are_received_in_their_order(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var subscription = await connection.SubscribeAlarmsAsync(new S7PlusAlarmOptions(), cancellationToken);
        for (uint i = 0; i < 3; i++)
            await SendAsync(cpu, i, Alarm, cancellationToken);
        var seen = 0;
        while (seen < 3)
            seen += (await subscription.ReceiveAsync(cancellationToken)).Count(alarm => alarm is { BlockNumber: 66, IsActive: true });
        Assert.That((subscription.TakeLost(), subscription.Lost, subscription.Unread), Is.EqualTo((false, 0L, 0L)));
        Assert.That(connection.Counters.Notifications, Is.EqualTo(3));
    }

    [Test]
    public async Task A_gap_in_the_numbers_is_a_loss(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var subscription = await connection.SubscribeAlarmsAsync(new S7PlusAlarmOptions(), cancellationToken);
        await SendAsync(cpu, 0, Alarm, cancellationToken);
        await subscription.ReceiveAsync(cancellationToken);
        Assert.That(subscription.TakeLost(), Is.False);
        await SendAsync(cpu, 4, Alarm, cancellationToken);
        Assert.That(await subscription.ReceiveAsync(cancellationToken), Has.Count.EqualTo(1));
        Assert.That((subscription.TakeLost(), subscription.Lost), Is.EqualTo((true, 3L)));
    }

    [Test]
    public async Task What_cannot_be_read_is_told_and_what_follows_is_received(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var subscription = await connection.SubscribeAlarmsAsync(new S7PlusAlarmOptions(), cancellationToken);
        byte[][] broken =
        [
            [0, 0x51, 1, 0, 1, 0, 0, 0x81, .. Alarm[..40], 0, 0, 0, 0],
            [0, 0x51, 1, 0, 1, 0, 0, 0x77, 1, 2, 3, 0, 0, 0, 0],
            [0xEE, 1, 2, 3, 0],
            [],
        ];
        uint sequence = 0;
        foreach (var bytes in broken)
        {
            await NotifyAsync(cpu, sequence++, bytes, cancellationToken);
            Assert.That(await subscription.ReceiveAsync(cancellationToken), Is.Empty, "there is a loss to tell");
            Assert.That(subscription.TakeLost());
        }
        Assert.That(subscription.Unread, Is.EqualTo(broken.Length));
        await SendAsync(cpu, sequence, Alarm, cancellationToken);
        Assert.That(await subscription.ReceiveAsync(cancellationToken), Has.Count.EqualTo(1));
        Assert.That(connection.IsAlive);
    }

    [Test]
    public async Task Objects_of_other_classes_are_no_alarms_and_no_loss(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var subscription = await connection.SubscribeAlarmsAsync(new S7PlusAlarmOptions(), cancellationToken);
        var other = new PlusObject
        {
            Rid = 1,
            Class = 7777,
            AttributeId = 5,
            AttributeFlags = 6,
        };
        other.Attributes.Add(new PlusMember(233, PlusValue.WString("Other")));
        var to = new PlusWriter();
        other.Write(to);
        await SendAsync(cpu, 0, [.. to.ToArray(), .. Alarm], cancellationToken);
        Assert.That((await subscription.ReceiveAsync(cancellationToken)).Single().BlockNumber, Is.EqualTo(66));
        Assert.That(subscription.TakeLost(), Is.False);
    }

    [Test]
    public async Task The_credit_is_renewed_whether_or_not_somebody_receives(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        await connection.SubscribeAlarmsAsync(new S7PlusAlarmOptions { Credit = 4, QueueLength = 1 }, cancellationToken);
        var (id, _) = cpu.Subscriptions.Single();
        for (uint i = 0; i < 4; i++)
            await SendAsync(cpu, i, Alarm, cancellationToken, tick: (byte)(i + 1));
        while (cpu.Sets.Count < 2)
            await AskAsync(connection, cancellationToken);
        Assert.That(
            cpu.Sets.Select(set => (set.Object, set.Attribute, set.Value.Bits)),
            Is.EqualTo(new[] { (id, PlusIds.SubscriptionCredit, 6ul), (id, PlusIds.SubscriptionCredit, 8ul) })
        );
    }

    [Test]
    public async Task A_hostile_CPU_fills_its_own_queue_only(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        var options = new S7PlusAlarmOptions { Credit = 0, QueueBytes = 3 * Alarm.Length };
        var subscription = await connection.SubscribeAlarmsAsync(options, cancellationToken);
        for (uint i = 0; i < 20; i++)
            await SendAsync(cpu, i, Alarm, cancellationToken);
        while (connection.Counters.Notifications < 20)
            await AskAsync(connection, cancellationToken);
        Assert.That(subscription.Lost, Is.EqualTo(18), "with what is around them, two fit into the bytes of three alarms");
        Assert.That(await subscription.ReceiveAsync(cancellationToken), Has.Count.EqualTo(2));
        Assert.That(subscription.TakeLost());
    }

    [Test]
    public async Task A_broken_list_is_not_the_whole_one_and_ends_no_link(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        cpu.Instead = head =>
            head.Function == PlusFunction.Explore
                ? FakeCpu.Answer(
                    head,
                    to =>
                    {
                        to.Vlq64(0);
                        to.UInt32(0);
                        to.Vlq(1);
                        to.Bytes(Alarm);
                        to.Bytes(Alarm[..50]);
                    }
                )
                : null;
        var list = await connection.ReadPendingAlarmsAsync(cancellationToken);
        Assert.That((list.Alarms.Count, list.IsWhole), Is.EqualTo((1, false)));
        Assert.That(connection.IsAlive);
    }

    [Test]
    public async Task Wrong_options_are_refused_before_anything_is_sent(CancellationToken cancellationToken)
    {
        await using var cpu = new FakeCpu();
        await using var connection = await S7PlusConnection.ConnectAsync(cpu.Options, TimeProvider.System, cancellationToken);
        S7PlusAlarmOptions[] wrong =
        [
            new() { Credit = 1 },
            new() { Credit = 201 },
            new() { QueueLength = 0 },
            new() { QueueBytes = 0 },
            new() { Languages = [.. Enumerable.Range(1, S7PlusAlarmOptions.MostLanguages + 1)] },
        ];
        foreach (var options in wrong)
            await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => connection.SubscribeAlarmsAsync(options, cancellationToken));
        Assert.That(cpu.Subscriptions, Is.Empty);
    }

    // The object of a real alarm.
    private static byte[] Alarm
    {
        get
        {
            var bytes = AlarmTraces.Notification;
            return bytes[bytes.AsSpan().IndexOf(new byte[] { PlusObject.StartOfObject, 0x72 })..^4];
        }
    }

    private static Task SendAsync(FakeCpu cpu, uint sequence, byte[] objects, CancellationToken cancellationToken, byte tick = 1)
    {
        var to = new PlusWriter();
        AlarmNotification.Write(to, Selection, objects);
        return NotifyAsync(cpu, sequence, to.ToArray(), cancellationToken, tick);
    }

    private static Task NotifyAsync(FakeCpu cpu, uint sequence, byte[] afterHead, CancellationToken cancellationToken, byte tick = 1)
    {
        var to = new PlusWriter();
        to.Byte((byte)PlusOpcode.Notification);
        new NotificationHead(cpu.Subscriptions.Single().Id, tick, sequence, 1_790_000_000_000_000, 1).Write(to);
        to.Bytes(afterHead);
        return cpu.SendAsync(PlusFrame.Version2, to.ToArray(), cancellationToken);
    }

    // Something that is answered after all that was sent before.
    private static async Task AskAsync(S7PlusConnection connection, CancellationToken cancellationToken)
    {
        try
        {
            await connection.ReadPendingAlarmsAsync(cancellationToken);
        }
        catch (S7PlusRefusedException)
        {
            // This CPU has no list.
        }
    }
}
