using System.Buffers.Binary;

namespace S7OpcBridge.OpcUa.Tests;

/// <summary>What is small on the wire and large in memory is refused before it takes the memory.</summary>
public sealed class DecodedMemoryTests
{
    private const int Count = 200_000;

    private static readonly EncodingLimits Limits = new() { MaxDecodedBytes = 1_000_000 };

    [TestCase(BuiltInType.LocalizedText, 1)]
    [TestCase(BuiltInType.DataValue, 1)]
    [TestCase(BuiltInType.Variant, 1)]
    [TestCase(BuiltInType.ExtensionObject, 3)]
    [TestCase(BuiltInType.NodeId, 2)]
    [TestCase(BuiltInType.String, 4)]
    [TestCase(BuiltInType.Double, 8)]
    public void An_array_is_refused_before_it_takes_more_than_the_limit(BuiltInType type, int elementSize)
    {
        var (refused, allocated) = Read([(byte)((byte)type | 0x80), .. Int32(Count), .. new byte[Count * elementSize]]);

        Assert.That(refused?.Status, Is.EqualTo((StatusCode)StatusCodes.BadEncodingLimitsExceeded));
        Assert.That(allocated, Is.LessThan(100_000));
    }

    [Test]
    public void Many_small_values_count_together()
    {
        // Variants with a LocalizedText of no parts: two bytes each.
        var one = new byte[] { (byte)BuiltInType.LocalizedText, 0 };
        var (refused, allocated) = Read([
            (byte)BuiltInType.Variant | 0x80,
            .. Int32(20_000),
            .. Enumerable.Repeat(one, 20_000).SelectMany(static b => b),
        ]);

        Assert.That(refused?.Status, Is.EqualTo((StatusCode)StatusCodes.BadEncodingLimitsExceeded));
        Assert.That(allocated, Is.LessThan(1_500_000));
    }

    [Test]
    public void Bodies_of_structures_count_on()
    {
        // ExtensionObjects with an unknown type and a body of 1,000 bytes.
        byte[] one = [1, 1, 0xFF, 0xFF, 1, .. Int32(1000), .. new byte[1000]];
        var (refused, _) = Read([
            (byte)BuiltInType.ExtensionObject | 0x80,
            .. Int32(1000),
            .. Enumerable.Repeat(one, 1000).SelectMany(static b => b),
        ]);

        Assert.That(refused?.Status, Is.EqualTo((StatusCode)StatusCodes.BadEncodingLimitsExceeded));
    }

    [Test]
    public void What_is_as_large_as_the_limit_allows_is_read()
    {
        var (refused, _) = Read([(byte)BuiltInType.Double | 0x80, .. Int32(125_000), .. new byte[1_000_000]]);

        Assert.That(refused, Is.Null);
    }

    private static byte[] Int32(int value)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, value);
        return bytes;
    }

    private static (UaException? Refused, long Allocated) Read(byte[] variant)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        try
        {
            new UaReader(variant, Limits).ReadVariant();
            return (null, GC.GetAllocatedBytesForCurrentThread() - before);
        }
        catch (UaException e)
        {
            return (e, GC.GetAllocatedBytesForCurrentThread() - before);
        }
    }
}
