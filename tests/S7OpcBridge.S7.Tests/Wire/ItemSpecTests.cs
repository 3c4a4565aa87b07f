using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Tests;

public sealed class ItemSpecTests
{
    [TestCase(0, "12 0A 10 02 00 01 00 07 84 00 00 00")]
    [TestCase(8191, "12 0A 10 02 00 01 00 07 84 00 FF F8")]
    [TestCase(8192, "12 0A 10 02 00 01 00 07 84 01 00 00")]
    [TestCase(65534, "12 0A 10 02 00 01 00 07 84 07 FF F0")]
    [TestCase(65535, "12 0A 10 02 00 01 00 07 84 07 FF F8")]
    public void Bytes_are_addressed_exactly_up_to_65535(int start, string bytes) =>
        Assert.That(Written(ItemSpec.From(new S7Range(S7Area.DataBlock, 7, start, 1))), Is.EqualTo(Bytes.Of(bytes)));

    [TestCase(S7Area.Timers, "12 0A 10 1D 00 03 00 00 1D 00 00 05")]
    [TestCase(S7Area.Counters, "12 0A 10 1C 00 03 00 00 1C 00 00 05")]
    public void Timers_and_counters_are_addressed_by_their_number(S7Area area, string bytes) =>
        Assert.That(Written(ItemSpec.From(new S7Range(area, 0, 5, 3))), Is.EqualTo(Bytes.Of(bytes)));

    [TestCase(S7Area.AnalogInputs, "12 0A 10 04 00 02 00 00 06 00 00 20")]
    [TestCase(S7Area.AnalogOutputs, "12 0A 10 04 00 02 00 00 07 00 00 20")]
    [TestCase(S7Area.SystemFlags, "12 0A 10 02 00 04 00 00 05 00 00 20")]
    public void Analog_values_of_an_S7_200_are_words_and_its_special_memory_is_bytes(S7Area area, string bytes) =>
        Assert.That(Written(ItemSpec.From(new S7Range(area, 0, 4, 4))), Is.EqualTo(Bytes.Of(bytes)));

    [Test]
    public void A_bit_is_addressed_as_a_bit() =>
        Assert.That(Written(ItemSpec.ForBit(S7Area.Markers, 0, 10, 3)), Is.EqualTo(Bytes.Of("12 0A 10 01 00 01 00 00 83 00 00 53")));

    [FsCheck.NUnit.Property]
    public bool What_is_written_is_read_back(ushort count, ushort db, byte area, uint address, bool bit)
    {
        var spec = new ItemSpec(
            bit ? RequestTransport.Bit : RequestTransport.Byte,
            count,
            db,
            (S7Area)area,
            (int)(address & ItemSpec.MaxAddress)
        );
        return ItemSpec.Read(Written(spec)) == spec;
    }

    [TestCase("12 0A 10 02 00 01 00 07 84 00 00")]
    [TestCase("12 08 B2 02 00 01 00 07 84 00 00 00")]
    public void A_short_or_foreign_specification_is_an_error(string bytes) =>
        Assert.That(() => ItemSpec.Read(Bytes.Of(bytes)), Throws.TypeOf<S7ProtocolException>());

    private static byte[] Written(ItemSpec spec)
    {
        var bytes = new byte[ItemSpec.Length];
        spec.Write(bytes);
        return bytes;
    }
}
