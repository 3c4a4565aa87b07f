using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Messages;

/// <summary>
/// What we write is what Siemens' own clients wrote, byte for byte; what real CPUs answered is read whole. The S7-1214 V2.2 has no integrity ids yet.
/// </summary>
public sealed class CaptureTests
{
    [Test]
    public void A_read_of_40_items_is_written_as_SIMATIC_NET_wrote_it()
    {
        var captured = Hex.WithoutDigest(Cpu1511.ReadAllRequest);
        var from = new PlusReader(captured);
        var head = PlusRequestHead.Read(ref from);
        var request = GetMultiVariables.ReadRequest(ref from);
        Assert.Multiple(() =>
        {
            Assert.That(head, Is.EqualTo(new PlusRequestHead(PlusFunction.GetMultiVariables, 9, 0x386, TransportFlags.Request)));
            Assert.That(request.Items, Has.Length.EqualTo(40));
            Assert.That(request.Integrity, Is.EqualTo(7));
            Assert.That(Hex.Assemble(head, GetMultiVariables.Request(request.Items), request.Integrity), Is.EqualTo(captured));
        });
    }

    [Test]
    public void The_answer_to_40_items_has_40_values_and_the_sum_of_sequence_and_integrity_id_at_its_end()
    {
        var from = new PlusReader(Hex.WithoutDigest(Cpu1511.ReadAllAnswer));
        var head = AnswerHead.Read(ref from);
        var answers = GetMultiVariables.ReadAnswer(ref from, 40);
        Assert.That(head, Is.EqualTo(new AnswerHead(PlusFunction.GetMultiVariables, 9, 0x34)));
        Assert.That(answers.Values, Has.None.Null);
        Assert.That(from.Vlq32(), Is.EqualTo(9 + 7));
        Assert.That(from.Left, Is.EqualTo(4));
    }

    [Test]
    public void A_session_of_a_real_S7_1511_tells_its_order_number_and_is_written_back_as_it_came()
    {
        var message = Hex.Message(Cpu1511.CreateSessionAnswer);
        var from = new PlusReader(message);
        AnswerHead.Read(ref from);
        var (result, ids, session) = ObjectLife.ReadCreateAnswer(ref from);
        var version = session![PlusIds.SessionVersion]!;
        Assert.Multiple(() =>
        {
            Assert.That(result.Raw, Is.Zero);
            Assert.That(ids, Is.EqualTo(new uint[] { 0x386, 0x387 }));
            Assert.That(version.Structure![PlusIds.SessionPlc]!.Text, Is.EqualTo("1;6ES7 511-1AK00-0AB0;V1.0"));
            Assert.That(session[PlusIds.SessionChallenge]!.Bytes.Length, Is.EqualTo(20));
            Assert.That(message.AsSpan().IndexOf(version.Encode()), Is.Positive, "the encoded structure is found in the message");
        });
        var writer = new PlusWriter();
        session!.Write(writer);
        Assert.That(message.AsSpan().IndexOf(writer.Written), Is.Positive, "the encoded object is found in the message");
    }

    [Test]
    public void The_setup_of_a_session_is_written_as_a_panel_wrote_it_to_a_real_S7_1214()
    {
        var captured = Hex.Message(Cpu1214.SessionSetupRequest);
        var from = new PlusReader(captured);
        var head = PlusRequestHead.Read(ref from);
        var (target, _, attributes, values) = SetMultiVariables.ReadRequest(ref from);
        Assert.That(attributes, Is.EqualTo(new[] { PlusIds.SessionVersion }));
        var ours = Hex.Assemble(head, SetMultiVariables.CompleteSetup(target, attributes[0], values[0]!), null);
        Assert.That(ours, Is.EqualTo(captured));
    }

    [Test]
    public void The_end_of_a_session_is_written_as_a_panel_wrote_it()
    {
        var captured = Hex.Message(Cpu1214.DeleteRequest);
        var from = new PlusReader(captured);
        var head = PlusRequestHead.Read(ref from);
        var (target, _) = ObjectLife.ReadDeleteRequest(ref from);
        Assert.That(target, Is.EqualTo(0x3E0));
        Assert.That(Hex.Assemble(head, ObjectLife.Delete(target), null), Is.EqualTo(captured));
    }

    [Test]
    public void Limits_are_read_as_a_panel_read_them()
    {
        var captured = Hex.Message(Cpu1214.LimitsRequest);
        var from = new PlusReader(captured);
        var head = PlusRequestHead.Read(ref from);
        var (_, items, _, _) = GetMultiVariables.ReadRequest(ref from);
        Assert.That(items[3], Is.EqualTo(new S7PlusAddress(PlusIds.Root, PlusIds.SystemLimits, [1000])));
        Assert.That(Hex.Assemble(head, GetMultiVariables.Request(items), null), Is.EqualTo(captured));

        from = new PlusReader(Hex.Message(Cpu1214.LimitsAnswer));
        AnswerHead.Read(ref from);
        var answers = GetMultiVariables.ReadAnswer(ref from, items.Length);
        Assert.That(answers.Values[3]!.Bits, Is.EqualTo(50), "items per read");
    }

    [Test]
    public void A_credit_is_set_as_a_panel_set_it()
    {
        var captured = Hex.Message(Cpu1214.CreditRequest);
        var from = new PlusReader(captured);
        var head = PlusRequestHead.Read(ref from);
        var (target, attribute, value) = SingleVariable.ReadSetRequest(ref from);
        Assert.Multiple(() =>
        {
            Assert.That(head.Flags, Is.EqualTo(TransportFlags.NoAnswer));
            Assert.That(attribute, Is.EqualTo(PlusIds.SubscriptionCredit));
            Assert.That(value.Bits, Is.EqualTo(6));
            Assert.That(Hex.Assemble(head, SingleVariable.Set(target, attribute, value), null), Is.EqualTo(captured));
        });
    }

    [Test]
    public void The_subscription_of_a_panel_is_an_object_that_is_written_as_it_came()
    {
        var captured = Hex.Message(Cpu1214.SubscribeRequest);
        var from = new PlusReader(captured);
        var head = PlusRequestHead.Read(ref from);
        var (parent, what, _) = ObjectLife.ReadCreateRequest(ref from, hasIntegrity: false);
        Assert.Multiple(() =>
        {
            Assert.That(parent, Is.EqualTo(0x3AF));
            Assert.That(what.Class, Is.EqualTo(PlusIds.SubscriptionClass));
            Assert.That(what[PlusIds.SubscriptionReferences]!.Numbers.Length, Is.EqualTo(17));
            Assert.That(Hex.Assemble(head, ObjectLife.Create(parent, what), null), Is.EqualTo(captured));
        });
    }

    [Test]
    public void Notifications_of_a_real_S7_1214_have_values_and_errors_by_reference()
    {
        Assert.That(Notified(Cpu1214.FirstNotification), Is.EqualTo("seq 1 change 1: FFFFFFFF=1001 FFFFFFFE=2"));
        Assert.That(Notified(Cpu1214.OneChanged), Is.EqualTo("seq 6 change 1: FFFFFFFE=3"));
        Assert.That(Notified(Cpu1214.AddressError), Is.EqualTo("seq 1 change 1: FFFFFFFF=2071 FFFFFFFE!13"));
    }

    // Source: bmappi/s7commplus, tests/fixtures/golden_tia_online_session_20260915.py, notification_cpu_state (PLCSIM S7-1500 V2.9 to TIA Portal).
    [Test]
    public void A_notification_of_today_has_a_time_of_the_CPU()
    {
        const string frame =
            "7202003B33 7000103F 040000000000 00 02 00065B8BA19931A9 02 92 00000001 0017 00000E79 9C74 000803 9C70 000801 9C71 000802 9C72 000800 00"
            + "00 00000000 72020000";
        var from = new PlusReader(Hex.Message(frame));
        from.Byte();
        var head = NotificationHead.Read(ref from);
        var taken = DateTime.UnixEpoch.AddMicroseconds(head.Microseconds);
        Assert.Multiple(() =>
        {
            Assert.That(head.Sequence, Is.EqualTo(2));
            Assert.That(head.ChangeCounter, Is.EqualTo(2));
            Assert.That(taken.Date, Is.EqualTo(new DateTime(2026, 9, 15)));
        });
        Assert.That(NotificationRecord.TryRead(ref from, out var record));
        Assert.That(record.Reference, Is.EqualTo(1));
        Assert.That(PlusValue.Read(ref from).Structure![3700]!.Bits, Is.EqualTo(3));
        Assert.That(NotificationRecord.TryRead(ref from, out _), Is.False);
    }

    // Source: gijzelaerr/python-snap7, pull request 841, an S7-1200 (its answer without head); issue 898 says that a 1512SP V2.6 leaves the second zero out.
    [TestCase("00 00 10 02 14 F939EA1B82607B4F571D5C2BA7A9E15371F8A782 05 00000000")]
    [TestCase("00 10 02 14 F939EA1B82607B4F571D5C2BA7A9E15371F8A782 05 00000000")]
    public void A_challenge_comes_with_and_without_a_zero_in_front(string answer)
    {
        var from = new PlusReader(Hex.Bytes(answer));
        var (result, value) = SingleVariable.ReadGetAnswer(ref from);
        Assert.That(result.Raw, Is.Zero);
        Assert.That(Convert.ToHexString(value!.Bytes), Is.EqualTo("F939EA1B82607B4F571D5C2BA7A9E15371F8A782"));
        Assert.That(from.Vlq32(), Is.EqualTo(5));
    }

    [TestCase("00 00 00 04 01 05 00000000", 1u)]
    [TestCase("00 00 04 01 05 00000000", 1u)]
    [TestCase("00 00 00 04 03 05 00000000", 3u)]
    [TestCase("00 00 04 03 05 00000000", 3u)]
    public void So_does_a_protection_level(string answer, uint level)
    {
        var from = new PlusReader(Hex.Bytes(answer));
        Assert.That(SingleVariable.ReadGetAnswer(ref from).Value!.AsUInt32(), Is.EqualTo(level));
        Assert.That(from.Vlq32(), Is.EqualTo(5));
    }

    // Source: gijzelaerr/python-snap7 issue 760: what a 1512SP accepted.
    [Test]
    public void The_session_is_asked_for_in_the_66_bytes_that_a_real_1512SP_accepted()
    {
        const string accepted =
            "7201003A 31000004CA0000000100000120360000011D00040000000000A1000000D3821F0000A3822C001280C3C901A1000000D3817F0000A2A200000000 72010000";
        var body = ObjectLife.CreateSession();
        var ours = Hex.Assemble(new PlusRequestHead(PlusFunction.CreateObject, 1, PlusIds.NullSession, body.Flags), body, null);
        var frame = new byte[ours.Length + 8];
        PlusFrame.WriteFragment(frame, body.Version, ours, 0, 1000);
        Assert.That(Convert.ToHexString(frame), Is.EqualTo(Convert.ToHexString(Hex.Bytes(accepted))));
    }

    // Source: bmappi/s7commplus, the same file, explore_device_tree_req: TIA Portal to PLCSIM.
    [Test]
    public void An_explore_is_written_as_TIA_Portal_wrote_it()
    {
        const string frame = "7202001E 31000004BB000000097000103D34 00000022 00 01 01 00 00 00 04 0000000000 72020000";
        var body = Explore.Request(0x22, []);
        var ours = Hex.Assemble(new PlusRequestHead(PlusFunction.Explore, 9, 0x7000103D, body.Flags), body, 4);
        Assert.That(Convert.ToHexString(ours), Is.EqualTo(Convert.ToHexString(Hex.Message(frame + "72020000"))));
    }

    private static string Notified(string frame)
    {
        var from = new PlusReader(Hex.Message(frame));
        Assert.That(from.Byte(), Is.EqualTo((byte)PlusOpcode.Notification));
        var head = NotificationHead.Read(ref from);
        var text = $"seq {head.Sequence} change {head.ChangeCounter}:";
        while (NotificationRecord.TryRead(ref from, out var record))
            text += record.HasValue ? $" {record.Reference:X}={PlusValue.Read(ref from).Bits}" : $" {record.Reference:X}!{record.Code:X2}";
        return text;
    }
}
