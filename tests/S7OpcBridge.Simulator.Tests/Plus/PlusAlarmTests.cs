using S7OpcBridge.S7Plus;

namespace S7OpcBridge.Simulator.Tests.Plus;

/// <summary>Alarms from the soft PLC to clients, and acknowledgements back.</summary>
public sealed class PlusAlarmTests
{
    private const string Motor = "DB_Pack/1";
    private const string Door = "DB_Pack/2";

    private static readonly SoftAlarm MotorStopped = new(
        "DB_Pack",
        1,
        [
            new(1033, "Motor stopped at @1%d@ of @2%s@", "Check the belt.", "Mode @3%t#519K@"),
            new(1031, "Motor steht bei @1%d@ von @2%s@", "Riemen prüfen.", "Betriebsart @3%t#519K@"),
        ]
    )
    {
        Priority = 12,
        DisplayClass = 3,
        Values = ["DB_Pack.Count", "DB_Pack.Name", "DB_Pack.Fixed"],
    };

    private static readonly SoftAlarm DoorOpen = new("DB_Pack", 2, [new(1033, "Door open")])
    {
        NeedsAcknowledgement = false,
        Trigger = "DB_Pack.State.Fault",
    };

    private static readonly SoftPlusOptions Options = new()
    {
        Alarms = [MotorStopped, DoorOpen],
        TextLists =
        [
            new(1033, 519, new Dictionary<int, string> { [0] = "manual", [1] = "automatic" }),
            new(1031, 519, new Dictionary<int, string> { [0] = "Hand", [1] = "Automatik" }),
        ],
    };

    [Test, CancelAfter(60_000)]
    public async Task An_alarm_comes_and_goes_with_its_values_in_the_texts_of_all_languages(CancellationToken cancellationToken)
    {
        await using var plant = new PlusPlant(Options);
        plant.Plus.Set("DB_Pack.Count", [0, 0, 0, 7]);
        plant.Plus.Set("DB_Pack.Name", [20, 4, .. "Line"u8, .. new byte[16]]);
        await using var connection = await plant.ConnectAsync(cancellationToken);
        var subscription = await connection.SubscribeAlarmsAsync(new S7PlusAlarmOptions(), cancellationToken);

        plant.Plus.Alarms.Set(Motor, true);
        var came = (await subscription.ReceiveAsync(cancellationToken)).Single();
        plant.Plus.Set("DB_Pack.Count", [0, 0, 0, 9]);
        plant.Plus.Alarms.Set(Motor, false);
        var went = (await subscription.ReceiveAsync(cancellationToken)).Single();
        Assert.Multiple(() =>
        {
            Assert.That((came.BlockNumber, came.Number), Is.EqualTo(((ushort?)10, (ushort)1)));
            Assert.That((came.Event, came.IsActive, came.IsAcknowledged), Is.EqualTo((S7PlusAlarmEvent.Coming, true, false)));
            Assert.That((came.Domain, came.Priority, came.Class), Is.EqualTo(((ushort)259, (byte)12, (ushort)33)));
            Assert.That(came.Values, Is.EqualTo(new[] { "7", "Line", "0" }));
            Assert.That(came.Texts.Select(text => text.Locale), Is.EqualTo(new[] { "en-US", "de-DE" }));
            Assert.That(came.Texts[0].Text, Is.EqualTo("Motor stopped at 7 of Line"));
            Assert.That(came.Texts[1].Text, Is.EqualTo("Motor steht bei 7 von Line"));
            Assert.That(came.Texts[1].Info, Is.EqualTo("Riemen prüfen."));
            Assert.That(came.Texts.Select(text => text.Additional.Single()), Is.EqualTo(new[] { "Mode manual", "Betriebsart Hand" }));
            Assert.That((went.Event, went.IsActive, went.IsAcknowledged), Is.EqualTo((S7PlusAlarmEvent.Going, false, false)));
            Assert.That(went.Texts[0].Text, Is.EqualTo(came.Texts[0].Text), "a going has the values of its coming");
            Assert.That(went.Sequence, Is.EqualTo(came.Sequence));
            Assert.That(went.Time, Is.GreaterThanOrEqualTo(came.Time));
            Assert.That(subscription.TakeLost(), Is.False);
        });
    }

    [Test, CancelAfter(60_000)]
    public async Task An_acknowledgement_reaches_all_clients_and_ends_what_is_pending(CancellationToken cancellationToken)
    {
        await using var plant = new PlusPlant(Options);
        await using var one = await plant.ConnectAsync(cancellationToken);
        await using var other = await plant.ConnectAsync(cancellationToken);
        var first = await one.SubscribeAlarmsAsync(new S7PlusAlarmOptions(), cancellationToken);
        var second = await other.SubscribeAlarmsAsync(new S7PlusAlarmOptions(), cancellationToken);
        plant.Plus.Alarms.Set(Motor, true);
        var came = (await first.ReceiveAsync(cancellationToken)).Single();
        await second.ReceiveAsync(cancellationToken);
        plant.Plus.Alarms.Set(Motor, false);
        await first.ReceiveAsync(cancellationToken);
        await second.ReceiveAsync(cancellationToken);

        var pending = (await one.ReadPendingAlarmsAsync(cancellationToken)).Alarms.Single();
        Assert.That((pending.Id, pending.Event, pending.NeedsAcknowledgement), Is.EqualTo((came.Id, S7PlusAlarmEvent.Going, true)));

        await other.AcknowledgeAlarmAsync(came.Id, cancellationToken);
        foreach (var subscription in new[] { first, second })
        {
            var told = (await subscription.ReceiveAsync(cancellationToken)).Single();
            Assert.That((told.Id, told.Event, told.AcknowledgeResult), Is.EqualTo((came.Id, S7PlusAlarmEvent.Acknowledged, 0)));
            Assert.That(told.AcknowledgeTime, Is.GreaterThanOrEqualTo(came.Time));
        }
        Assert.That((await one.ReadPendingAlarmsAsync(cancellationToken)).Alarms, Is.Empty);
        Assert.That(plant.Plus.Alarms.Pending, Is.Empty);
    }

    [Test, CancelAfter(60_000)]
    public async Task An_active_alarm_stays_in_the_list_acknowledged_or_not(CancellationToken cancellationToken)
    {
        await using var plant = new PlusPlant(Options with { Alarms = [MotorStopped, DoorOpen with { Trigger = null }] });
        await using var connection = await plant.ConnectAsync(cancellationToken);
        plant.Plus.Alarms.Set(Motor, true);
        plant.Plus.Alarms.Set(Door, true);
        var before = await connection.ReadPendingAlarmsAsync(cancellationToken);
        await connection.AcknowledgeAlarmAsync(before.Alarms[0].Id, cancellationToken);
        var after = await connection.ReadPendingAlarmsAsync(cancellationToken);
        plant.Plus.Alarms.Set(Door, false);
        var end = await connection.ReadPendingAlarmsAsync(cancellationToken);
        Assert.Multiple(() =>
        {
            Assert.That(before.IsWhole);
            Assert.That(before.Alarms.Select(each => each.IsAcknowledged), Is.EqualTo(new[] { false, true }));
            Assert.That(before.Alarms.Select(each => each.NeedsAcknowledgement), Is.EqualTo(new[] { true, false }));
            Assert.That(after.Alarms.Select(each => each.IsAcknowledged), Is.EqualTo(new[] { true, true }));
            Assert.That(after.Alarms[0].NeedsAcknowledgement);
            Assert.That(after.Alarms[0].AcknowledgeTime, Is.Not.Null);
            Assert.That(end.Alarms.Single().Number, Is.EqualTo(1), "what needs no acknowledgement leaves the list when it goes");
        });
    }

    [Test, CancelAfter(60_000)]
    public async Task An_alarm_that_does_not_exist_cannot_be_acknowledged(CancellationToken cancellationToken)
    {
        await using var plant = new PlusPlant(Options);
        await using var connection = await plant.ConnectAsync(cancellationToken);
        var refused = await Assert.ThrowsAsync<S7PlusRefusedException>(() =>
            connection.AcknowledgeAlarmAsync(0x8A0E_000A_0009_0000, cancellationToken)
        );
        Assert.That(refused!.Message, Does.Contain("does not acknowledge"));
        Assert.That(connection.IsAlive);
    }

    [Test, CancelAfter(60_000)]
    public async Task Alarms_and_tags_come_on_one_connection(CancellationToken cancellationToken)
    {
        await using var plant = new PlusPlant(Options);
        await using var connection = await plant.ConnectAsync(cancellationToken);
        var values = System.Threading.Channels.Channel.CreateUnbounded<string>();
        await connection.SubscribeAsync(
            new[] { plant.Plus.ItemOf("DB_Pack.Count") },
            new S7PlusSubscriptionOptions { Cycle = TimeSpan.FromMilliseconds(100) },
            each => values.Writer.TryWrite(Convert.ToHexString(each.DataOf(0))),
            cancellationToken
        );
        var alarms = await connection.SubscribeAlarmsAsync(new S7PlusAlarmOptions(), cancellationToken);
        Assert.That(await values.Reader.ReadAsync(cancellationToken), Is.EqualTo("00000000"));
        for (var round = 1; round <= 3; round++)
        {
            plant.Plus.Alarms.Set(Motor, round % 2 == 1);
            plant.Plus.Set("DB_Pack.Count", [0, 0, 0, (byte)round]);
            Assert.That((await alarms.ReceiveAsync(cancellationToken)).Single().Number, Is.EqualTo(1));
            Assert.That(await values.Reader.ReadAsync(cancellationToken), Is.EqualTo($"0000000{round}"));
        }
        Assert.That(connection.Counters.Unknown, Is.Zero);

        await alarms.DeleteAsync(cancellationToken);
        Assert.That(await alarms.ReceiveAsync(cancellationToken), Is.Empty);
        Assert.That(plant.Plus.Subscriptions, Is.EqualTo(1), "that of the tags stays");
    }

    [Test, CancelAfter(60_000)]
    public async Task A_refused_subscription_keeps_the_tags(CancellationToken cancellationToken)
    {
        await using var plant = new PlusPlant(Options with { SendsAlarms = false });
        await using var connection = await plant.ConnectAsync(cancellationToken);
        var refused = await Assert.ThrowsAsync<S7PlusRefusedException>(() =>
            connection.SubscribeAlarmsAsync(new S7PlusAlarmOptions(), cancellationToken)
        );
        Assert.That(refused!.Message, Does.Contain("does not create the subscription"));
        Assert.That(await plant.ReadAsync(connection, cancellationToken, "DB_Pack.Count"), Is.EqualTo(new[] { "00000000" }));
        Assert.That(plant.Plus.Subscriptions, Is.Zero);
    }

    [Test, CancelAfter(60_000)]
    public async Task Where_all_languages_are_refused_those_of_the_CPU_are_named(CancellationToken cancellationToken)
    {
        await using var plant = new PlusPlant(Options with { SendsAllLanguages = false });
        await using var connection = await plant.ConnectAsync(cancellationToken);
        var subscription = await connection.SubscribeAlarmsAsync(new S7PlusAlarmOptions(), cancellationToken);
        plant.Plus.Alarms.Set(Motor, true);
        var came = (await subscription.ReceiveAsync(cancellationToken)).Single();
        Assert.That(came.Texts.Select(text => text.Lcid), Is.EqualTo(new[] { 1033, 1031 }));
    }

    [Test, CancelAfter(60_000)]
    public async Task Only_the_wanted_languages_come(CancellationToken cancellationToken)
    {
        await using var plant = new PlusPlant(Options);
        await using var connection = await plant.ConnectAsync(cancellationToken);
        var wanted = new S7PlusAlarmOptions { Languages = [S7PlusAlarmOptions.LcidOf("de-DE")] };
        var subscription = await connection.SubscribeAlarmsAsync(wanted, cancellationToken);
        plant.Plus.Alarms.Set(Motor, true);
        Assert.That((await subscription.ReceiveAsync(cancellationToken)).Single().Texts.Single().Lcid, Is.EqualTo(1031));
    }

    [Test, CancelAfter(60_000)]
    public async Task An_alarm_follows_its_bit(CancellationToken cancellationToken)
    {
        await using var plant = new PlusPlant(Options);
        await using var connection = await plant.ConnectAsync(cancellationToken);
        var subscription = await connection.SubscribeAlarmsAsync(new S7PlusAlarmOptions(), cancellationToken);
        await plant.WriteAsync(connection, "DB_Pack.State.Fault", [1], cancellationToken);
        Assert.That((await subscription.ReceiveAsync(cancellationToken)).Single().IsActive);
        await plant.WriteAsync(connection, "DB_Pack.State.Fault", [0], cancellationToken);
        Assert.That((await subscription.ReceiveAsync(cancellationToken)).Single().IsActive, Is.False);
    }

    [Test, CancelAfter(60_000)]
    public async Task After_a_lost_link_the_list_tells_what_came_meanwhile(CancellationToken cancellationToken)
    {
        await using var plant = new PlusPlant(Options);
        await using (var connection = await plant.ConnectAsync(cancellationToken))
        {
            var subscription = await connection.SubscribeAlarmsAsync(new S7PlusAlarmOptions(), cancellationToken);
            plant.Plc.Faults.ResetConnections();
            Assert.That(await subscription.ReceiveAsync(cancellationToken), Is.Empty);
            Assert.That(subscription.IsEnded);
            await connection.Ended;
        }
        plant.Plus.Alarms.Set(Motor, true);
        await using var again = await plant.ConnectAsync(cancellationToken);
        await again.SubscribeAlarmsAsync(new S7PlusAlarmOptions(), cancellationToken);
        Assert.That((await again.ReadPendingAlarmsAsync(cancellationToken)).Alarms.Single().IsActive);
    }

    [Test, CancelAfter(120_000)]
    public async Task Thousands_of_changes_during_downloads_reach_two_clients_in_order_without_a_loss(CancellationToken cancellationToken)
    {
        const int Changes = 4_000;
        await using var plant = new PlusPlant(Options);
        await using var one = await plant.ConnectAsync(cancellationToken);
        await using var other = await plant.ConnectAsync(cancellationToken);
        var limited = await one.SubscribeAlarmsAsync(new S7PlusAlarmOptions { Credit = 10 }, cancellationToken);
        var unlimited = await other.SubscribeAlarmsAsync(new S7PlusAlarmOptions { Credit = 0 }, cancellationToken);
        var raising = Task.Run(
            () =>
            {
                for (var i = 0; i < Changes; i++)
                {
                    plant.Plus.Alarms.Set(Motor, i % 2 == 0);
                    if (i % 500 == 0)
                        plant.Plus.Download([PlusPlant.Pack, PlusPlant.Classic with { Name = $"DB_{i}" }]);
                }
            },
            cancellationToken
        );
        foreach (var subscription in new[] { limited, unlimited })
        {
            for (var seen = 0; seen < Changes; )
            {
                foreach (var alarm in await subscription.ReceiveAsync(cancellationToken))
                {
                    Assert.That((alarm.IsActive, alarm.Sequence), Is.EqualTo((seen % 2 == 0, (uint)(seen / 2 + 1))));
                    seen++;
                }
            }
            Assert.That((subscription.TakeLost(), subscription.Lost, subscription.Unread), Is.EqualTo((false, 0L, 0L)));
        }
        await raising;
    }

    [Test, CancelAfter(60_000)]
    public async Task A_reader_that_is_too_slow_is_told_what_it_lost(CancellationToken cancellationToken)
    {
        await using var plant = new PlusPlant(Options);
        await using var connection = await plant.ConnectAsync(cancellationToken);
        var options = new S7PlusAlarmOptions { QueueLength = 10 };
        var subscription = await connection.SubscribeAlarmsAsync(options, cancellationToken);
        for (var i = 0; i < 50; i++)
            plant.Plus.Alarms.Set(Motor, i % 2 == 0);
        while (subscription.Lost < 40)
            await connection.ReadPendingAlarmsAsync(cancellationToken);
        Assert.That(await subscription.ReceiveAsync(cancellationToken), Has.Count.EqualTo(10));
        Assert.That((subscription.TakeLost(), subscription.TakeLost()), Is.EqualTo((true, false)));
    }
}
