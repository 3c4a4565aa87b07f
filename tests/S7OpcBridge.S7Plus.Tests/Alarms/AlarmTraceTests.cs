using S7OpcBridge.S7Plus.Alarms;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Objects;
using S7OpcBridge.S7Plus.Tests.Captures;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Alarms;

/// <summary>What a real CPU accepted is what is sent, and what it sent is understood.</summary>
public sealed class AlarmTraceTests
{
    private const uint Session = 0x7000_0CB7;

    [Test]
    public void A_subscription_is_the_one_that_a_real_1500_accepted()
    {
        // The numbers and names of the client in the trace; ours has 211, so that the CPU numbers the selection.
        var selection = new PlusObject { Rid = 0x5101_0001, Class = AlarmIds.SubscriptionRefClass };
        AlarmSubscriptionObject.Select(selection, "S7pDriver_Alarming", []);
        var body = ObjectLife.Create(0x7000_0CB8, AlarmSubscriptionObject.Describe(0x7FFF_C001, selection, 10));
        Assert.That(Assemble(body, 8, 2), Is.EqualTo(Hex.Message(AlarmTraces.Subscribe)));
    }

    [Test]
    public void The_selection_of_ours_is_numbered_by_the_CPU()
    {
        var what = AlarmSubscriptionObject.Describe(0x7FFF_C002, [1031, 1033], -1);
        Assert.Multiple(() =>
        {
            Assert.That(what.Children.Single().Rid, Is.EqualTo(211));
            Assert.That(what.Children.Single()[AlarmIds.Languages]!.Numbers.ToArray(), Is.EqualTo(new ulong[] { 1031, 1033 }));
            Assert.That(what.Children.Single()[AlarmIds.Languages]!.Flags, Is.EqualTo(ValueFlags.AddressArray));
        });
    }

    [Test]
    public void The_answer_of_the_CPU_has_the_id_of_the_subscription()
    {
        var from = new PlusReader(Hex.Message(AlarmTraces.Subscribed));
        AnswerHead.Read(ref from);
        var (result, ids, _) = ObjectLife.ReadCreateAnswer(ref from);
        Assert.That((result.Code, ids), Is.EqualTo(((short)0, new uint[] { 0x7000_0CB9 })));
    }

    [Test]
    public void Pending_alarms_are_asked_for_as_a_real_1500_accepted_it() =>
        Assert.That(Assemble(PendingAlarms.Request(), 8, 4), Is.EqualTo(Hex.Message(AlarmTraces.AskPending)));

    [Test]
    public void A_real_notification_is_an_alarm_with_its_values_in_its_texts()
    {
        var from = new PlusReader(AlarmTraces.Notification);
        from.Byte();
        var head = NotificationHead.Read(ref from);
        Assert.That((head.Subscription, head.CreditTick, head.Sequence), Is.EqualTo((0x7000_0CB9u, (byte)1, 0u)));
        var records = new List<AlarmRecord>();
        Assert.That(AlarmNotification.Read(from.Bytes(from.Left), records, 10));
        var alarm = AlarmComposer.Compose(records.Single(), (_, _, _) => null);
        Assert.Multiple(() =>
        {
            Assert.That(alarm.Id, Is.EqualTo(0x8A0E_0042_0001_0000));
            Assert.That((alarm.BlockNumber, alarm.Number), Is.EqualTo(((ushort?)66, (ushort)1)));
            Assert.That((alarm.Event, alarm.IsActive, alarm.IsAcknowledged), Is.EqualTo((S7PlusAlarmEvent.Coming, true, true)));
            Assert.That(alarm.NeedsAcknowledgement, Is.False);
            Assert.That((alarm.Domain, alarm.Priority, alarm.Class), Is.EqualTo(((ushort)258, (byte)9, (ushort)34)));
            Assert.That(alarm.Sequence, Is.EqualTo(5103));
            Assert.That(alarm.Time, Is.EqualTo(new DateTimeOffset(2026, 8, 19, 12, 14, 39, TimeSpan.Zero)).Within(TimeSpan.FromDays(2)));
            Assert.That(alarm.AcknowledgeTime, Is.Null);
            Assert.That(alarm.Values, Is.EqualTo(new[] { "4", "0", "5", "5", "=F6+S2-G1" }));
            var text = alarm.Texts.Single();
            Assert.That((text.Lcid, text.Locale), Is.EqualTo((1033, "en-US")));
            Assert.That(text.Text, Is.EqualTo("Warning: (=F6+S2-G1) Machine 4 - Status: Running - Pallet almost full."));
            Assert.That(text.Info, Does.StartWith("The product pallet"));
            Assert.That(
                text.Additional,
                Is.EqualTo(
                    new[]
                    {
                        "BMK: =F6+S2-G1 ",
                        "",
                        "",
                        "Alarm class: No acknowledgement",
                        "",
                        "",
                        "Contact: (Name of the contact person for this alarm)",
                    }
                )
            );
        });
    }

    [Test]
    public void The_list_of_a_real_1500_has_its_pending_alarm()
    {
        var from = new PlusReader(AlarmTraces.Pending);
        Assert.That(AnswerHead.Read(ref from).Function, Is.EqualTo(PlusFunction.Explore));
        var answer = PendingAlarms.ReadAnswer(ref from);
        var records = new List<AlarmRecord>();
        Assert.That(PendingAlarms.Read(answer.Objects, records));
        var alarm = AlarmComposer.Compose(records.Single(), (_, _, _) => null);
        Assert.Multiple(() =>
        {
            Assert.That(answer.Result.IsError, Is.False);
            Assert.That((alarm.BlockNumber, alarm.Number, alarm.Domain), Is.EqualTo(((ushort?)57, (ushort)1, (ushort)257)));
            Assert.That((alarm.IsActive, alarm.IsAcknowledged, alarm.NeedsAcknowledgement), Is.EqualTo((true, false, true)));
        });
    }

    [Test]
    public void An_acknowledgement_has_the_bytes_that_PLCSIM_accepted()
    {
        // From the notes on acknowledging in Tom5401/jsonscada-s7commplus-integration; the types LWord 0D and USInt 02 as in the alarms themselves.
        var body = AckJob.Request(0x8A0E_0002_0001_0000);
        Assert.That(Convert.ToHexString(body.Before), Is.EqualTo("00000008" + "000400" + "00000000"));
        Assert.That(
            Convert.ToHexString(body.After),
            Is.EqualTo(
                "A1000000D39C34009C3D" + "A39C3F" + "201700001DB401" + "BB2E000D8A0E000200010000" + "BB2C000202" + "00" + "A200000000"
            )
        );
    }

    private static byte[] Assemble(RequestBody body, ushort sequence, uint integrity) =>
        Hex.Assemble(new PlusRequestHead(body.Function, sequence, Session, body.Flags), body, integrity);
}
