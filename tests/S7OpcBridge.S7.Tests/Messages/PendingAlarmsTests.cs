using FsCheck.Fluent;
using S7OpcBridge.S7.Messages;
using S7OpcBridge.S7.Tests.Captures;

namespace S7OpcBridge.S7.Tests.Messages;

public sealed class PendingAlarmsTests
{
    private const string OneAlarmS =
        "00 01 FF 09 FF FF  2A 00 00 04 60 00 01 23 00 01 00 01  26 11 27 04 15 30 12 36  FF 04 00 20 00 00 00 2A  "
        + "00 00 00 00 00 00 00 00  FF 04 00 20 00 00 00 00";

    private static readonly byte[] ListOf400 = Capture.FromCpu("s7-400-wincc").First(static pdu => pdu[16] == 0x13)[26..];

    [Test]
    public void An_S7_400_had_four_pending_alarms()
    {
        var lists = Capture.FromCpu("s7-400-wincc").Where(static pdu => pdu[15] == 0x84 && pdu[16] == 0x13).ToArray();
        var alarms = PendingAlarms.Read(lists[0].AsSpan(26));
        Assert.That(
            alarms.Select(static alarm => alarm.State),
            Is.EqualTo([State(0x2F, 0, 0xCF, 0xCF), State(0xAF, 1, 0xFE, 0xFE), State(0xBB, 4, 0xFF, 0xFB), State(0xC2, 0x30, 0xFF, 0xCF)])
        );
        Assert.That(alarms[1].Coming, Is.Null, "ALARM_8 has no times");
        Assert.That((alarms[2].State.IsActive(3), alarms[2].State.IsAcknowledged(3)), Is.EqualTo((true, false)));
        Assert.That(
            PendingAlarms.Read(lists[1].AsSpan(26))[1].State,
            Is.EqualTo(State(0xAF, 0, 0xFE, 0xFE)),
            "between the lists it went, and a message said so"
        );
        static S7AlarmState State(uint id, byte signals, byte going, byte coming) => new(id, S7AlarmKind.Alarm8, signals, going, coming);
    }

    [Test]
    public void An_S7_300_had_none() =>
        Assert.That(
            Capture
                .FromCpu("s7-300-wincc")
                .Where(static pdu => pdu[15] == 0x84 && pdu[16] == 0x13)
                .Select(static pdu => PendingAlarms.Read(pdu.AsSpan(26)).Count),
            Is.EqualTo([0, 0])
        );

    [TestCase("")]
    [TestCase("00 00")]
    public void ALARM_S_has_times_and_a_value_whether_a_zero_ends_the_list_or_nothing(string end)
    {
        var alarm = PendingAlarms.Read(Bytes.Of(OneAlarmS + end)).Single();
        Assert.That(alarm.State, Is.EqualTo(new S7AlarmState(0x60000123, S7AlarmKind.AlarmS, 1, 0, 1)));
        Assert.That((alarm.Coming, alarm.Going), Is.EqualTo(((DateTime?)new DateTime(2026, 11, 27, 4, 15, 30, 123), (DateTime?)null)));
        Assert.That(alarm.Values.Single().ToString(), Is.EqualTo("16#0000002A"));
    }

    [Test]
    public void One_that_went_and_waits_for_its_acknowledgement_is_SQ()
    {
        var gone = OneAlarmS
            .Replace("00 01 00 01", "00 00 00 00", StringComparison.Ordinal)
            .Replace("00 00 00 00 00 00 00 00", "26 11 27 04 16 00 00 06", StringComparison.Ordinal);
        var alarm = PendingAlarms.Read(Bytes.Of(gone)).Single();
        Assert.That(
            (alarm.State.Kind, alarm.State.IsActive(1), alarm.State.IsAcknowledged(1)),
            Is.EqualTo((S7AlarmKind.AlarmSq, false, false))
        );
        Assert.That(alarm.Going, Is.EqualTo(new DateTime(2026, 11, 27, 4, 16, 0)));
    }

    [TestCase("00 01 FF")]
    [TestCase("00 01 FF 09 FF FF 2A 00 00 04 60")]
    [TestCase("00 01 FF 09 FF FF 01 00 00 04 60 00 01 23 00 01 00 01")]
    [TestCase("00 01 FF 09 FF FF 0A 00 00 77 60 00 01 23 00 01 00 01")]
    public void A_broken_list_is_an_error_of_the_protocol(string list) =>
        Assert.Throws<S7ProtocolException>(() => PendingAlarms.Read(Bytes.Of(list)));

    [Test]
    public void A_list_of_more_than_ten_thousand_alarms_is_refused()
    {
        byte[] entry = [0x0A, 0, 0, 2, 0, 0, 0, 1, 0, 1, 0, 0];
        byte[] list = [0, 1, 0xFF, 9, 0xFF, 0xFF, .. Enumerable.Repeat(entry, 10_000).SelectMany(static bytes => bytes)];
        Assert.That(PendingAlarms.Read(list), Has.Count.EqualTo(10_000));
        Assert.Throws<S7ProtocolException>(() => PendingAlarms.Read([.. list, .. entry]));
    }

    [FsCheck.NUnit.Property(MaxTest = 1000)]
    public FsCheck.Property Lists_with_wrong_bytes_are_read_or_refused(byte[] changes, ushort where)
    {
        var list = where % 2 == 0 ? Bytes.Of(OneAlarmS) : ListOf400[..];
        for (var i = 0; i < changes.Length; i++)
            list[(where / 2 + i * 5) % list.Length] = changes[i];
        try
        {
            PendingAlarms.Read(list);
        }
        catch (S7ProtocolException)
        {
            // Refused.
        }
        return true.ToProperty();
    }
}
