using S7OpcBridge.S7.Tests.Captures;
using S7OpcBridge.S7.Tests.Devices;
using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests.Messages;

/// <summary>The client against CPUs that answer as the captured ones did, and against hostile ones.</summary>
[CancelAfter(30_000)]
public sealed class SubscriptionTests
{
    private const string SubscribeAlarm8 =
        "03 00 00 29 02 F0 80  32 07 00 00 {s} 00 08 00 10  00 01 12 04 11 44 02 00  FF 09 00 0C 81 00 53 37 43 48 4E 5F 30 32 05 00";
    private const string SubscribedAlarm8 =
        "03 00 00 26 02 F0 80  32 07 00 00 {s} 00 0C 00 09  00 01 12 08 12 84 02 FF 00 00 00 00  FF 09 00 05 02 00 05 01 00";
    private const string AskPending8 =
        "03 00 00 29 02 F0 80  32 07 00 00 {p} 00 08 00 10  00 01 12 04 11 44 13 00  FF 09 00 0C 00 01 12 08 1A 00 09 34 00 00 00 02";

    [Test]
    public async Task The_session_of_an_S7_400_with_WinCC_gives_its_list_and_its_messages_in_order()
    {
        var pushes = Capture.Pushed("s7-400-wincc");
        var list = Capture.FromCpu("s7-400-wincc").First(static pdu => pdu[15] == 0x84 && pdu[16] == 0x13);
        var script = DeviceScripts
            .S7400()
            .ExpectList("k", "01 31 00 10")
            .SendList(
                "k",
                "01 31 00 10 00 28 00 01 00 10 3F 00 0F 00 3F 00 7F 00 00 40 3F 00" + string.Concat(Enumerable.Repeat(" 00", 26)),
                8
            )
            .Expect(SubscribeAlarm8)
            .Send(Frame(pushes[0])) // Before the answer.
            .Send(SubscribedAlarm8)
            .Expect(AskPending8)
            .SendUserdata("p", "00 01 12 08 12 84 13 8A 00 00 00 00", DeviceScripts.Hex(list[22..]))
            .Send(string.Join('\n', pushes.Skip(1).Select(Frame)))
            .Expect("03 00 00 27 02 F0 80  32 07 00 00 {e} 00 08 00 0E  00 01 12 04 11 44 02 00  FF 09 00 0A 00 00 53 37 43 48 4E 5F 30 32")
            .SendUserdata("e", "00 01 12 08 12 84 02 FF 00 00 00 00", "FF 09 00 02 02 00")
            .Expect(
                "03 00 00 29 02 F0 80  32 07 00 00 {f} 00 08 00 10  00 01 12 04 11 44 02 00  FF 09 00 0C 80 00 53 37 43 48 4E 5F 30 32 04 00"
            )
            .SendUserdata("f", "00 01 12 08 12 84 02 FF 00 00 00 00", "FF 09 00 05 02 00 04 01 00");
        await DeviceScripts.PlayAsync(
            script,
            async connection =>
            {
                var kinds = await connection.Messages.ReadKindsAsync(CancellationToken.None);
                Assert.That(kinds.HasFlag(S7MessageKinds.Alarm8), Is.True);
                var subscription = await connection.Messages.SubscribeAsync(
                    S7MessageKinds.Mode | S7MessageKinds.Alarm8,
                    "S7CHN_02",
                    CancellationToken.None
                );
                var pending = await connection.Messages.ReadPendingAsync(S7MessageKinds.Alarm8, CancellationToken.None);
                Assert.That(pending.Select(static alarm => alarm.State.Id), Is.EqualTo([0x2F, 0xAF, 0xBB, 0xC2]));
                var ids = new List<uint>();
                while (ids.Count < pushes.Count)
                    ids.Add(((S7AlarmMessage)(await subscription.ReceiveAsync(CancellationToken.None))!).Alarms[0].State.Id);
                Assert.That(ids, Is.EqualTo([0xAF, 1, 1, 1, 1, 0xC2, 1, 1, 1, 1, 1, 1, 1, 1]));
                Assert.That(subscription.TakeLost(), Is.False);
                await subscription.EndAsync(CancellationToken.None);
                Assert.That(await subscription.ReceiveAsync(CancellationToken.None), Is.Null);
            }
        );
    }

    [Test]
    public async Task An_S7_300_is_asked_for_ALARM_S_as_WinCC_asks_and_has_none()
    {
        var script = DeviceScripts
            .S7300()
            .Expect(
                "03 00 00 29 02 F0 80  32 07 00 00 {s} 00 08 00 10  00 01 12 04 11 44 02 00  FF 09 00 0C 81 00 48 6D 69 52 74 6D 20 20 09 00"
            )
            .SendUserdata("s", "00 01 12 08 12 84 02 01 00 00 00 00", "FF 09 00 05 02 00 09 01 00")
            .Expect(
                "03 00 00 29 02 F0 80  32 07 00 00 {p} 00 08 00 10  00 01 12 04 11 44 13 00  FF 09 00 0C 00 01 12 08 1A 00 01 34 00 00 00 04"
            )
            .SendUserdata("p", "00 01 12 08 12 84 13 02 00 00 00 00", "FF 09 00 06 00 01 0A 00 00 00");
        await DeviceScripts.PlayAsync(
            script,
            async connection =>
            {
                await connection.Messages.SubscribeAsync(S7MessageKinds.Mode | S7MessageKinds.AlarmS, "HmiRtm", CancellationToken.None);
                Assert.That(await connection.Messages.ReadPendingAsync(S7MessageKinds.AlarmS, CancellationToken.None), Is.Empty);
            }
        );
    }

    [Test]
    public async Task A_list_in_parts_is_asked_for_with_the_reference_of_the_first_question()
    {
        var script = DeviceScripts
            .S7300()
            .Expect(
                "03 00 00 29 02 F0 80  32 07 00 00 {p} 00 08 00 10  00 01 12 04 11 44 13 00  FF 09 00 0C 00 01 12 08 1A 00 01 34 00 00 00 04"
            )
            .SendUserdata(
                "p",
                "00 01 12 08 12 84 13 05 01 01 00 00",
                "FF 09 00 32 00 01 FF 09 FF FF 2A 00 00 04 60 00 01 23 00 01 00 01 26 11 27 04 15 30 12 36 FF 04 00 20 00 00 00 2A "
                    + "00 00 00 00 00 00 00 00 FF 04 00 20 00 00 00 00"
            )
            .Expect("03 00 00 21 02 F0 80  32 07 00 00 {p} 00 0C 00 04  00 01 12 08 12 44 13 05 01 00 00 00  0A 00 00 00")
            .SendUserdata("p", "00 01 12 08 12 84 13 05 01 00 00 00", "FF 09 00 02 00 00");
        await DeviceScripts.PlayAsync(
            script,
            async connection =>
            {
                var pending = await connection.Messages.ReadPendingAsync(S7MessageKinds.AlarmS, CancellationToken.None);
                Assert.That(pending.Single().State.Id, Is.EqualTo(0x60000123));
            }
        );
    }

    [Test]
    public async Task A_CPU_that_sends_no_messages_is_explained_and_keeps_its_connection()
    {
        var script = DeviceScripts
            .S7400()
            .Expect(SubscribeAlarm8)
            .SendUserdata("s", "00 01 12 08 12 84 02 01 00 00 81 04", "0A 00 00 00")
            .ExpectWord("w")
            .SendWord("w", "00 2A");
        await DeviceScripts.PlayAsync(
            script,
            async connection =>
            {
                var refused = await Assert.ThrowsAsync<S7RefusedException>(() =>
                    connection.Messages.SubscribeAsync(S7MessageKinds.Mode | S7MessageKinds.Alarm8, "S7CHN_02", CancellationToken.None)
                );
                Assert.That(refused!.Message, Does.Contain("sends no alarms").And.Contain("protocol: s7plus"));
                await connection.ReadAsync(Link.Read((1, 0, 2)));
            }
        );
    }

    [Test]
    public async Task Where_a_CPU_takes_only_half_of_the_kinds_that_half_is_ended_again()
    {
        var script = DeviceScripts
            .S7400()
            .Expect(SubscribeAlarm8)
            .Send(SubscribedAlarm8)
            .Expect(SubscribeAlarm8.Replace("{s}", "{t}", StringComparison.Ordinal)[..^5] + "09 00")
            .SendUserdata("t", "00 01 12 08 12 84 02 01 00 00 81 04", "0A 00 00 00")
            .Expect("03 00 00 27 02 F0 80  32 07 00 00 {e} 00 08 00 0E  00 01 12 04 11 44 02 00  FF 09 00 0A 00 00 53 37 43 48 4E 5F 30 32")
            .SendUserdata("e", "00 01 12 08 12 84 02 FF 00 00 00 00", "FF 09 00 02 02 00")
            .Expect(
                "03 00 00 29 02 F0 80  32 07 00 00 {f} 00 08 00 10  00 01 12 04 11 44 02 00  FF 09 00 0C 80 00 53 37 43 48 4E 5F 30 32 04 00"
            )
            .SendUserdata("f", "00 01 12 08 12 84 02 FF 00 00 00 00", "FF 09 00 05 02 00 04 01 00");
        await DeviceScripts.PlayAsync(
            script,
            static async connection =>
                await Assert.ThrowsAsync<S7RefusedException>(() =>
                    connection.Messages.SubscribeAsync(
                        S7MessageKinds.Mode | S7MessageKinds.Alarm8 | S7MessageKinds.AlarmS,
                        "S7CHN_02",
                        CancellationToken.None
                    )
                )
        );
    }

    [Test]
    public async Task A_CPU_that_does_not_know_the_list_of_kinds_is_expected_to_have_ALARM_S()
    {
        var script = DeviceScripts
            .S7300()
            .ExpectList("k", "01 31 00 10")
            .SendUserdata("k", "00 01 12 08 12 84 01 01 00 00 D4 01", "0A 00 00 00");
        await DeviceScripts.PlayAsync(
            script,
            async connection =>
            {
                var kinds = await connection.Messages.ReadKindsAsync(CancellationToken.None);
                Assert.That((kinds.HasFlag(S7MessageKinds.AlarmS), kinds.HasFlag(S7MessageKinds.Alarm8)), Is.EqualTo((true, false)));
            }
        );
    }

    [Test]
    public async Task An_acknowledgement_names_signals_and_gets_a_code_for_each_alarm()
    {
        var script = DeviceScripts
            .S7400()
            .Expect(
                "03 00 00 33 02 F0 80  32 07 00 00 {a} 00 08 00 1A  00 01 12 04 11 44 0B 00  FF 09 00 16 09 02 "
                    + "12 08 19 00 60 00 01 23 01 01 12 08 19 00 00 00 00 BB 04 04"
            )
            .SendUserdata("a", "00 01 12 08 12 84 0B 01 00 00 00 00", "FF 09 00 04 09 02 FF 0A");
        await DeviceScripts.PlayAsync(
            script,
            async connection =>
                Assert.That(
                    await connection.Messages.AcknowledgeAsync(
                        new[] { new S7AlarmAcknowledgement(0x60000123, 1), new S7AlarmAcknowledgement(0xBB, 4) },
                        CancellationToken.None
                    ),
                    Is.EqualTo([S7ItemStatus.Ok, S7ItemStatus.ObjectMissing])
                )
        );
    }

    [Test]
    public async Task Without_a_subscription_messages_are_counted_and_nothing_else()
    {
        var pushes = Capture.Pushed("s7-400-wincc");
        var script = DeviceScripts.S7400().ExpectWord("w").Send(string.Join('\n', pushes.Select(Frame))).SendWord("w", "00 2A");
        await DeviceScripts.PlayAsync(
            script,
            async connection =>
            {
                await connection.ReadAsync(Link.Read((1, 0, 2)));
                Assert.That((connection.Counters.Pushes, connection.Counters.UnknownAnswers), Is.EqualTo((14, 0)));
            }
        );
    }

    [Test]
    public async Task A_second_subscription_is_an_error_of_the_caller()
    {
        var script = DeviceScripts.S7400().Expect(SubscribeAlarm8).Send(SubscribedAlarm8);
        await DeviceScripts.PlayAsync(
            script,
            async connection =>
            {
                await connection.Messages.SubscribeAsync(S7MessageKinds.Mode | S7MessageKinds.Alarm8, "S7CHN_02", CancellationToken.None);
                await Assert.ThrowsAsync<InvalidOperationException>(() =>
                    connection.Messages.SubscribeAsync(S7MessageKinds.Mode, "again", CancellationToken.None)
                );
            }
        );
    }

    [Test]
    public async Task A_broken_message_is_lost_and_the_next_one_is_read()
    {
        var push = Frame(Capture.Pushed("s7-400-wincc")[0]);
        var broken = push.Replace("12 0A 16 08", "12 0A 16 FF", StringComparison.Ordinal);
        Assert.That(broken, Is.Not.EqualTo(push));
        var script = DeviceScripts.S7400().Expect(SubscribeAlarm8).Send(SubscribedAlarm8).Send(broken).Send(push);
        await DeviceScripts.PlayAsync(
            script,
            async connection =>
            {
                var subscription = await connection.Messages.SubscribeAsync(
                    S7MessageKinds.Mode | S7MessageKinds.Alarm8,
                    "S7CHN_02",
                    CancellationToken.None
                );
                Assert.That(await subscription.ReceiveAsync(CancellationToken.None), Is.TypeOf<S7AlarmMessage>());
                Assert.That((subscription.Broken, subscription.TakeLost(), subscription.TakeLost()), Is.EqualTo((1, true, false)));
            }
        );
    }

    [Test]
    public async Task A_flood_fills_its_own_queue_and_reads_go_on()
    {
        var push = Frame(Capture.Pushed("s7-400-wincc")[1]);
        var flood = string.Join('\n', Enumerable.Repeat(push, 9_500));
        var script = DeviceScripts
            .S7400()
            .Expect(SubscribeAlarm8)
            .Send(SubscribedAlarm8)
            .ExpectWord("w")
            .Send(flood)
            .SendWord("w", "00 2A");
        await DeviceScripts.PlayAsync(
            script,
            async connection =>
            {
                var subscription = await connection.Messages.SubscribeAsync(
                    S7MessageKinds.Mode | S7MessageKinds.Alarm8,
                    "S7CHN_02",
                    CancellationToken.None
                );
                await connection.ReadAsync(Link.Read((1, 0, 2)));
                var read = 0;
                while (subscription.TryReceive() is not null)
                    read++;
                Assert.That(read, Is.InRange(1, 8192));
                Assert.That((read + subscription.Dropped, subscription.TakeLost()), Is.EqualTo((9_500, true)));
            }
        );
    }

    [Test]
    public async Task A_list_that_does_not_end_is_given_up()
    {
        await using var plc = new EndlessList();
        var options = new S7ConnectionOptions
        {
            Host = "127.0.0.1",
            Port = plc.Port,
            Timeout = TimeSpan.FromSeconds(20),
        };
        await using var connection = await S7Connection.ConnectAsync(options, TimeProvider.System, CancellationToken.None);
        var error = await Assert.ThrowsAsync<S7ProtocolException>(() =>
            connection.Messages.ReadPendingAsync(S7MessageKinds.AlarmS, CancellationToken.None)
        );
        Assert.That(error!.Message, Does.Contain("does not end"));
        Assert.That((connection.IsAlive, plc.Parts < 3000), Is.EqualTo((true, true)));
    }

    [Test]
    public async Task A_connection_that_ends_ends_its_subscription()
    {
        await using var plc = new ScriptedPlc(DeviceScripts.S7400().Expect(SubscribeAlarm8).Send(SubscribedAlarm8).Close());
        await using var connection = await Link.ConnectAsync(plc);
        var subscription = await connection.Messages.SubscribeAsync(
            S7MessageKinds.Mode | S7MessageKinds.Alarm8,
            "S7CHN_02",
            CancellationToken.None
        );
        Assert.That(await subscription.ReceiveAsync(CancellationToken.None), Is.Null);
        Assert.That(connection.Failure, Is.Not.Null);
    }

    private static string Frame(byte[] pdu) =>
        $"03 00 {pdu.Length + 7 >> 8:X2} {pdu.Length + 7 & 0xFF:X2} 02 F0 80 {DeviceScripts.Hex(pdu)}";
}
