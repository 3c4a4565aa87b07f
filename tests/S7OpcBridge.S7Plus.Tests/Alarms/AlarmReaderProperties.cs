using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.S7Plus.Alarms;
using S7OpcBridge.S7Plus.Tests.Captures;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Tests.Alarms;

/// <summary>Whatever a CPU sends as an alarm: it is read, or refused by the one exception of the protocol, and never takes much memory.</summary>
public sealed class AlarmReaderProperties
{
    private const int Most = 100;

    private static readonly byte[] Real = AfterHead();

    [FsCheck.NUnit.Property(MaxTest = 1000)]
    public void Any_bytes_are_read_or_refused(byte[] bytes) => Read([0, 0x51, 1, 0, 1, 0, 0, 0x81, 0xA1, .. bytes]);

    [FsCheck.NUnit.Property(MaxTest = 2000)]
    public Property A_real_alarm_with_changed_bytes_is_read_or_refused() =>
        Prop.ForAll(
            Gen.Choose(0, Real.Length - 1).Zip(Gen.Choose(0, 255)).ListOf().Resize(6).ToArbitrary(),
            changes =>
            {
                var bytes = (byte[])Real.Clone();
                foreach (var (at, value) in changes)
                    bytes[at] = (byte)value;
                Read(bytes);
            }
        );

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public Property A_real_alarm_that_ends_anywhere_is_read_or_refused() =>
        Prop.ForAll(Gen.Choose(0, Real.Length).ToArbitrary(), length => Read(Real[..length]));

    [Test]
    public void An_attribute_of_a_million_empty_values_takes_no_memory()
    {
        var to = new PlusWriter();
        to.Bytes([
            0,
            0x51,
            1,
            0,
            1,
            0,
            0,
            0x81,
            0xA1,
            0,
            0,
            0,
            1,
            0x94,
            0x79,
            0,
            0,
            0xA3,
            0x81,
            0x69,
            ValueFlags.SparseArray,
            (byte)WireType.Null,
        ]);
        to.Bytes(Enumerable.Repeat((byte)1, 1_000_000).ToArray());
        to.Bytes([0, 0xA2, 0, 0, 0, 0]);
        var bytes = to.ToArray();
        var records = new List<AlarmRecord>();
        AlarmNotification.Read(bytes, records, Most);
        var before = GC.GetAllocatedBytesForCurrentThread();
        AlarmNotification.Read(bytes, records, Most);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(10_000));
    }

    [Test]
    public void Texts_beyond_those_of_all_languages_are_skipped()
    {
        var to = new PlusWriter();
        to.Bytes([0, 0x51, 1, 0, 1, 0, 0, 0x81, 0xA1, 0, 0, 0, 1, 0x94, 0x79, 0, 0]);
        to.Bytes([0xA3, 0x94, 0x6E, 0, (byte)WireType.LWord, 0, 0, 0, 0, 0, 1, 0, 0]);
        to.Bytes([0xA3, 0x95, 0x1B, ValueFlags.SparseArray, (byte)WireType.Blob]);
        for (uint i = 1; i < 20_000; i++)
        {
            to.Vlq((i << 16) | 2);
            to.Bytes([0, 1, (byte)'x']);
        }
        to.Bytes([0, 0xA2, 0, 0, 0, 0]);
        var records = new List<AlarmRecord>();
        Assert.That(AlarmNotification.Read(to.ToArray(), records, Most));
        Assert.That(records.Single().Texts, Has.Count.EqualTo(AlarmRecord.MostTexts));
        Assert.That(AlarmComposer.Compose(records.Single(), (_, _, _) => null).Texts, Has.Length.EqualTo(S7PlusAlarmOptions.MostLanguages));
    }

    [Test]
    public void Alarms_beyond_the_limit_are_told_as_missing()
    {
        var one = Real[8..^4];
        var bytes = new List<byte>(Real[..8]);
        for (var i = 0; i < Most + 1; i++)
            bytes.AddRange(one);
        bytes.AddRange([0, 0, 0, 0]);
        var records = new List<AlarmRecord>();
        Assert.That(AlarmNotification.Read(bytes.ToArray(), records, Most), Is.False);
        Assert.That(records, Has.Count.EqualTo(Most));
    }

    private static void Read(byte[] bytes)
    {
        var records = new List<AlarmRecord>();
        try
        {
            AlarmNotification.Read(bytes, records, Most);
        }
        catch (S7PlusProtocolException)
        {
            // The one that is allowed.
        }
        Assert.That(records, Has.Count.LessThanOrEqualTo(Most));
        foreach (var record in records)
            AlarmComposer.Compose(record, (_, _, value) => value == 0 ? "" : null);
    }

    private static byte[] AfterHead()
    {
        var from = new PlusReader(AlarmTraces.Notification);
        from.Byte();
        S7Plus.Messages.NotificationHead.Read(ref from);
        return from.Bytes(from.Left).ToArray();
    }
}
