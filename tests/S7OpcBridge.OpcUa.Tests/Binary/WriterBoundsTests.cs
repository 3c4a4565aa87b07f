using S7OpcBridge.OpcUa.Binary;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Tests;

/// <summary>The stores of the writer are not checked one by one in an optimised build: here with room of every length, and with the checks on.</summary>
public class WriterBoundsTests
{
    private const byte Untouched = 0xA5;
    private const int Guard = 64;

    [Test]
    public void The_checks_are_on_in_this_build() =>
        Assert.That(() => ReservedBytes.Reserve(new byte[8], 8).Write(1, 0L), Throws.InstanceOf<IndexOutOfRangeException>());

    [TestCase(7, 8), TestCase(0, 1)]
    public void Room_that_is_not_there_is_not_given(int length, int wanted)
    {
        Assert.That(
            () => ReservedBytes.Reserve(new byte[length], wanted).Write(0, (byte)1),
            Throws.InstanceOf<ArgumentOutOfRangeException>()
        );
        Assert.That(ReservedBytes.TryTake(new byte[length], 0, wanted, out _), Is.False);
        Assert.That(ReservedBytes.TryTake(new byte[length], length, 1, out _), Is.False);
    }

    [FsCheck.NUnit.Property(MaxTest = 100)]
    public void A_value_is_written_into_room_of_any_length_or_refused_and_nothing_beyond_is_touched(int seed)
    {
        var values = new RandomValues(seed);
        var (value, variant, data) = (values.DataValue(), values.Variant(), values.ExtensionObject());
        Check((ref UaWriter w) => w.WriteDataValue(value));
        Check((ref UaWriter w) => w.WriteVariant(variant));
        Check((ref UaWriter w) => w.WriteExtensionObject(data));
    }

    [FsCheck.NUnit.Property(MaxTest = 100)]
    public void A_value_is_written_alike_into_segments_of_any_length(int seed)
    {
        var values = new RandomValues(seed);
        var all = Enumerable.Range(0, 5).Select(_ => values.DataValue()).ToArray();
        Writing write = (ref UaWriter w) =>
        {
            foreach (var value in all)
                w.WriteDataValue(value);
        };
        var whole = Wire.Write(write);
        for (var size = 1; size <= 80; size++)
        {
            if (!Wire.Write(write, size).AsSpan().SequenceEqual(whole))
                Assert.Fail($"Another encoding in segments of {size} bytes.");
        }
    }

    private static void Check(Writing write)
    {
        var whole = Wire.Write(write);
        for (var length = 0; length <= Math.Min(whole.Length, 80); length++)
            CheckAt(length, whole, write);
        CheckAt(whole.Length, whole, write);
        CheckAt(whole.Length + 1, whole, write);
    }

    private static void CheckAt(int length, byte[] whole, Writing write)
    {
        var bytes = new byte[Guard + length + Guard];
        bytes.AsSpan().Fill(Untouched);
        var writer = new UaWriter(bytes.AsSpan(Guard, length));
        var isWhole = true;
        try
        {
            write(ref writer);
        }
        catch (UaException e) when (e.Status.Value == StatusCodes.BadResponseTooLarge)
        {
            isWhole = false;
        }
        if (isWhole != length >= whole.Length || isWhole && !bytes.AsSpan(Guard, whole.Length).SequenceEqual(whole))
            Assert.Fail($"{(isWhole ? "Another encoding" : "Nothing")} in {length} of {whole.Length} bytes.");
        if (bytes.AsSpan(0, Guard).ContainsAnyExcept(Untouched) || bytes.AsSpan(Guard + length).ContainsAnyExcept(Untouched))
            Assert.Fail($"Bytes beyond room of {length} bytes were written.");
    }
}
