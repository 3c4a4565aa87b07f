using FsCheck.Fluent;
using S7OpcBridge.S7.Messages;
using S7OpcBridge.S7.Tests.Captures;

namespace S7OpcBridge.S7.Tests.Messages;

/// <summary>What CPUs send on their own: frames of real ones, own ones that tshark decodes, and broken ones.</summary>
public sealed class IndicationTests
{
    private const string AlarmSq =
        "32 07 0000 0000 0008 0022  00 01 12 04 11 04 11 00  FF 09 00 1E 26 11 27 04 15 30 12 36 00 01 12 0A 16 01 60 00 01 23 01 00 00 00 "
        + "FF 04 00 20 00 00 00 2A";
    private const string Acknowledged =
        "32 07 0000 0000 0008 0018  00 01 12 04 11 04 0C 00  FF 09 00 14 26 11 27 04 15 30 12 36 00 01 12 08 19 00 60 00 01 23 00 01";

    private static readonly byte[][] Frames =
    [
        .. Capture.Pushed("s7-400-wincc"),
        .. Capture.Pushed("s7-300-stop"),
        Bytes.Of(AlarmSq),
        Bytes.Of(Acknowledged),
    ];

    [Test]
    public void An_S7_400_sent_two_ALARM_8_and_twelve_NOTIFY()
    {
        var alarms = Capture.Pushed("s7-400-wincc").Select(Read<S7AlarmMessage>).ToArray();
        Assert.That(alarms.Select(static message => message.Alarms.Count), Is.EqualTo(Enumerable.Repeat(1, 14)));
        var states = alarms.Select(static message => message.Alarms[0].State).ToLookup(static state => state.Kind);
        Assert.That(states[S7AlarmKind.Alarm8].Select(static state => state.Id), Is.EqualTo([0xAF, 0xC2]));
        Assert.That(states[S7AlarmKind.Notify].Select(static state => state.Id), Is.All.EqualTo(1));
        Assert.That(
            states[S7AlarmKind.Notify].Select(static state => state.IsActive(1)),
            Is.EqualTo(Enumerable.Range(0, 12).Select(static i => i % 2 == 0))
        );
        Assert.That(states[S7AlarmKind.Notify].Select(static state => state.IsAcknowledged(1)), Is.All.True);
    }

    [Test]
    public void Its_ALARM_8_has_eight_values_its_time_and_what_is_acknowledged()
    {
        var message = Read<S7AlarmMessage>(Capture.Pushed("s7-400-wincc")[0]);
        var alarm = message.Alarms[0];
        Assert.That(message.Time, Is.EqualTo(new DateTime(1994, 1, 6, 0, 27, 20, 397)));
        Assert.That(alarm.State, Is.EqualTo(new S7AlarmState(0xAF, S7AlarmKind.Alarm8, 0, 0xFE, 0xFE)));
        Assert.That(alarm.Values.Select(static value => value.ToString()), Is.EqualTo(["16#0001", .. Enumerable.Repeat("16#FFFF", 7)]));
        Assert.That(
            (alarm.State.IsActive(1), alarm.State.IsAcknowledged(1), alarm.State.IsAcknowledged(2)),
            Is.EqualTo((false, false, true))
        );
    }

    [Test]
    public void Its_NOTIFY_has_values_of_32_and_4_bytes()
    {
        var alarm = Read<S7AlarmMessage>(Capture.Pushed("s7-400-wincc")[1]).Alarms[0];
        Assert.That(alarm.Values.Select(static value => value.Bytes.Length), Is.EqualTo([32, 4, 4]));
    }

    [Test]
    public void An_S7_300_that_is_stopped_sends_the_event_and_the_mode()
    {
        var pushed = Capture.Pushed("s7-300-stop");
        var entry = Read<S7EventMessage>(pushed[0]).Entry;
        Assert.That(entry, Is.EqualTo(new S7DiagnosticEntry(0x4304, 0xFF, 0x84, 0, 0, 0, new DateTime(1994, 1, 9, 21, 53, 42, 152))));
        Assert.That(entry.Words, Is.EqualTo("STOP by a programming device or the program (event 4304)"));
        var mode = Read<S7ModeMessage>(pushed[1]).Mode;
        Assert.That((mode.ToState(), mode.ToWords()), Is.EqualTo((S7CpuState.Stop, "STOP")));
    }

    [Test]
    public void An_S7_300_that_is_downloaded_to_sends_STOP_and_RUN() =>
        Assert.That(
            Capture.Pushed("s7-300-download").Select(static pdu => Read<S7ModeMessage>(pdu).Mode),
            Is.EqualTo([S7OperatingMode.Stop, S7OperatingMode.Run])
        );

    [Test]
    public void ALARM_SQ_waits_for_the_acknowledgement_of_its_coming()
    {
        var message = Read<S7AlarmMessage>(Bytes.Of(AlarmSq));
        var alarm = message.Alarms[0];
        Assert.That(message.Time, Is.EqualTo(new DateTime(2026, 11, 27, 4, 15, 30, 123)));
        Assert.That(alarm.State, Is.EqualTo(new S7AlarmState(0x60000123, S7AlarmKind.AlarmSq, 1, 0, 0)));
        Assert.That(
            (alarm.State.IsActive(1), alarm.State.IsAcknowledged(1), alarm.Values[0].ToString()),
            Is.EqualTo((true, false, "16#0000002A"))
        );
    }

    [Test]
    public void ALARM_S_counts_as_acknowledged()
    {
        var state = Read<S7AlarmMessage>(Bytes.Of(AlarmSq.Replace("11 04 11 00", "11 04 12 00", StringComparison.Ordinal))).Alarms[0].State;
        Assert.That((state.Kind, state.IsAcknowledged(1)), Is.EqualTo((S7AlarmKind.AlarmS, true)));
    }

    [Test]
    public void An_acknowledgement_names_the_alarm_and_what_is_acknowledged()
    {
        var message = Read<S7AcknowledgedMessage>(Bytes.Of(Acknowledged));
        Assert.That((message.Alarms[0].Id, message.Alarms[0].ComingAcknowledged), Is.EqualTo((0x60000123, 1)));
    }

    [Test]
    public void NOTIFY_8_is_read_with_and_without_four_bytes_more()
    {
        const string Plain =
            "32 07 0000 0000 0008 001A  00 01 12 04 11 04 16 00  FF 09 00 16 26 11 27 04 15 30 12 36 00 01 12 0A 16 00 60 00 01 23 03 00 03 03";
        const string Long =
            "32 07 0000 0000 0008 001E  00 01 12 04 11 04 16 00  FF 09 00 1A 26 11 27 04 15 30 12 36 00 01 12 0E 1C 00 60 00 01 23 03 00 03 03 01 02 03 00";
        var expected = new S7AlarmState(0x60000123, S7AlarmKind.Notify, 3, 3, 3);
        Assert.That(Read<S7AlarmMessage>(Bytes.Of(Plain)).Alarms[0].State, Is.EqualTo(expected));
        Assert.That(Read<S7AlarmMessage>(Bytes.Of(Long)).Alarms[0].State, Is.EqualTo(expected));
    }

    [TestCase("09", Description = "SCAN")]
    [TestCase("0D", Description = "locked")]
    public void What_says_nothing_of_alarms_is_passed_over(string function) =>
        Assert.That(Indications.Read(Bytes.Of(AlarmSq.Replace("11 04 11 00", $"11 04 {function} 00", StringComparison.Ordinal))), Is.Null);

    [TestCase("FF 09 00 1E", "FF 09 00 FE", Description = "more data than came")]
    [TestCase("00 01 12 0A", "00 FF 12 0A", Description = "255 alarms")]
    [TestCase("00 01 12 0A", "00 02 12 0A", Description = "a second alarm that is not there")]
    [TestCase("16 01 60", "16 FF 60", Description = "255 values")]
    [TestCase("FF 04 00 20", "FF 04 FF FF", Description = "a value beyond the end")]
    [TestCase("FF 04 00 20", "FF 77 00 20", Description = "a value of an unknown kind")]
    [TestCase("12 0A 16", "99 0A 16", Description = "no alarm")]
    public void A_broken_message_is_an_error_of_the_protocol(string right, string wrong) =>
        Assert.Throws<S7ProtocolException>(() => Indications.Read(Bytes.Of(AlarmSq.Replace(right, wrong, StringComparison.Ordinal))));

    [Test]
    public void A_time_that_does_not_exist_is_none() =>
        Assert.That(Read<S7AlarmMessage>(Bytes.Of(AlarmSq.Replace("26 11 27 04", "26 13 32 04", StringComparison.Ordinal))).Time, Is.Null);

    [FsCheck.NUnit.Property(MaxTest = 2000)]
    public FsCheck.Property Frames_with_wrong_bytes_or_cut_off_are_read_or_refused(byte[] changes, ushort where, ushort cut)
    {
        var frame = Frames[where % Frames.Length][..];
        for (var i = 0; i < changes.Length; i++)
            frame[(where / 16 + i * 7) % frame.Length] = changes[i];
        return IsReadOrRefused(frame).And(IsReadOrRefused(Shortened(frame, cut)));
    }

    // Cut off behind the header, whose lengths are made to fit, so that the readers of the data see it.
    private static byte[] Shortened(byte[] frame, int cut)
    {
        var length = 18 + cut % (frame.Length - 17);
        var shorter = frame[..length];
        (shorter[6], shorter[7], shorter[8], shorter[9]) = (0, 8, 0, (byte)(length - 18));
        return shorter;
    }

    private static FsCheck.Property IsReadOrRefused(byte[] frame)
    {
        try
        {
            Indications.Read(frame);
            return true.ToProperty();
        }
        catch (S7ProtocolException)
        {
            return true.ToProperty();
        }
    }

    private static T Read<T>(byte[] pdu)
        where T : S7Message
    {
        var message = Indications.Read(pdu);
        Assert.That(message, Is.TypeOf<T>());
        return (T)message!;
    }
}
