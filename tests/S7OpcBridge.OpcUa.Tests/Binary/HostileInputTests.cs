using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Tests;

/// <summary>Bytes that somebody made up: the only answer is a UaException, and memory stays in proportion to the message.</summary>
public class HostileInputTests
{
    private static readonly EncodingLimits Limits = EncodingLimits.Default;

    [FsCheck.NUnit.Property(MaxTest = 3000)]
    public void Random_bytes_never_do_harm(byte[] bytes) => AssertHarmless(bytes);

    [FsCheck.NUnit.Property(MaxTest = 3000)]
    public void A_valid_value_with_one_byte_changed_never_does_harm(int seed)
    {
        var value = new RandomValues(seed).Variant();
        var bytes = Wire.Write((ref UaWriter w) => w.WriteVariant(value));
        var random = new Random(seed);
        bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
        AssertHarmless(bytes);
        AssertHarmless(bytes[..random.Next(bytes.Length)]);
    }

    [Test]
    public void Variants_nested_deeper_than_the_limit_are_refused()
    {
        // An array of one Variant, in it an array of one Variant ...
        var bytes = Enumerable.Repeat(Wire.Bytes("98 01 00 00 00"), 101).SelectMany(b => b).Append((byte)0).ToArray();
        Assert.That(Status(bytes, (ref UaReader r) => r.ReadVariant()), Is.EqualTo(StatusCodes.BadEncodingLimitsExceeded));
        Assert.That(Status(bytes[5..], (ref UaReader r) => r.ReadVariant()), Is.EqualTo(StatusCodes.Good), "100 levels");
    }

    [Test]
    public void DataValues_and_DiagnosticInfos_nested_deeper_than_the_limit_are_refused()
    {
        var dataValues = Enumerable.Repeat(Wire.Bytes("17 01"), 10_000).SelectMany(b => b).ToArray();
        Assert.That(Status(dataValues, (ref UaReader r) => r.ReadVariant()), Is.EqualTo(StatusCodes.BadEncodingLimitsExceeded));
        var infos = Enumerable.Repeat((byte)0x40, 100_000).ToArray();
        Assert.That(Status(infos, (ref UaReader r) => r.ReadDiagnosticInfo()), Is.EqualTo(StatusCodes.BadEncodingLimitsExceeded));
    }

    [Test]
    public void Structures_nested_deeper_than_the_limit_are_refused()
    {
        // LiteralOperand (i=597) holds a Variant, which holds a LiteralOperand ...
        byte[] body = [0];
        for (var i = 0; i < 120; i++)
            body = [0x16, 0x01, 0x00, 0x55, 0x02, 0x01, .. BitConverter.GetBytes(body.Length), .. body];
        Assert.That(Status(body, (ref UaReader r) => r.ReadVariant()), Is.EqualTo(StatusCodes.BadEncodingLimitsExceeded));
    }

    [Test]
    public void Long_arrays_in_first_elements_do_not_multiply_the_message()
    {
        // Each level claims as many elements as there are bytes left, and each first element is such an array again.
        const int size = 1_000_000;
        var bytes = new byte[size];
        var position = 0;
        for (var level = 0; level < 90; level++, position += 5)
        {
            bytes[position] = 0x98;
            BitConverter.TryWriteBytes(bytes.AsSpan(position + 1), size - position - 5 - 8);
        }

        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.That(Status(bytes, (ref UaReader r) => r.ReadVariant()), Is.EqualTo(StatusCodes.BadDecodingError));
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(64 * size), "no more than one such array");
    }

    private static void AssertHarmless(byte[] bytes)
    {
        Reading<object?>[] readings =
        [
            (ref UaReader r) => r.ReadVariant(),
            (ref UaReader r) => r.ReadDataValue(),
            (ref UaReader r) => r.ReadExtensionObject(),
            (ref UaReader r) => r.ReadDiagnosticInfo(),
            (ref UaReader r) => r.ReadExpandedNodeId(),
            (ref UaReader r) => r.ReadLocalizedText(),
        ];
        foreach (var read in readings)
        {
            // A DataValue of one byte takes 56 in memory; the exception itself a few kilobytes.
            var most = 65_536 + 200 * bytes.Length;
            // What the runtime sets up at the first exception is not the message's: it does not come a second time.
            Assert.That(AllocatedBy(bytes, read) < most || AllocatedBy(bytes, read) < most, $"more than {most} bytes");
        }
    }

    private static long AllocatedBy(byte[] bytes, Reading<object?> read)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        Status(bytes, read);
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static uint Status<T>(byte[] bytes, Reading<T> read)
    {
        try
        {
            var reader = new UaReader(bytes, Limits);
            read(ref reader);
            return StatusCodes.Good;
        }
        catch (UaException refused)
        {
            Assert.That(refused.Status.Value, Is.AnyOf(StatusCodes.BadDecodingError, StatusCodes.BadEncodingLimitsExceeded));
            return refused.Status.Value;
        }
    }
}
