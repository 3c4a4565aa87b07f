namespace S7OpcBridge.S7Plus.Tests.Values;

public sealed class S7PlusDataTests
{
    private static IEnumerable<TestCaseData> Values()
    {
        yield return new TestCaseData(S7PlusType.Bool, 0, 0, "01", true);
        yield return new TestCaseData(S7PlusType.SInt, 0, 0, "FF", (sbyte)-1);
        yield return new TestCaseData(S7PlusType.Word, 0, 0, "FFFE", (ushort)0xFFFE);
        yield return new TestCaseData(S7PlusType.DInt, 0, 0, "FFFFFFFE", -2);
        yield return new TestCaseData(S7PlusType.ULInt, 0, 0, "8000000000000000", 0x8000_0000_0000_0000);
        yield return new TestCaseData(S7PlusType.Real, 0, 0, "41200000", 10f);
        yield return new TestCaseData(S7PlusType.String, 5, 0, "05026F6B000000", "ok");
        yield return new TestCaseData(S7PlusType.WString, 3, 0, "0003 0002 00C4 20AC 0000", "Ä€");
        yield return new TestCaseData(S7PlusType.Date, 0, 0, "0001", new DateTime(1990, 1, 2));
        yield return new TestCaseData(S7PlusType.Time, 0, 0, "FFFFFFFF", TimeSpan.FromMilliseconds(-1));
        yield return new TestCaseData(S7PlusType.Dtl, 0, 0, "07EA0B1601161E0F00000064", new DateTime(2026, 11, 22, 22, 30, 15).AddTicks(1));
        yield return new TestCaseData(S7PlusType.Int, 0, 3, "0001FFFF0003", new short[] { 1, -1, 3 });
        yield return new TestCaseData(
            S7PlusType.BitBool,
            0,
            10,
            "0102",
            new[] { true, false, false, false, false, false, false, false, false, true }
        );
        yield return new TestCaseData(S7PlusType.DateAndTime, 0, 0, "9001010000000002", new byte[] { 0x90, 1, 1, 0, 0, 0, 0, 2 });
    }

    [TestCaseSource(nameof(Values))]
    public void Bytes_become_the_value_of_their_type(S7PlusType type, int length, int count, string bytes, object expected)
    {
        var value = S7PlusData.ToValue(new S7PlusShape(type, length, count), Hex.Bytes(bytes));
        Assert.That(value, Is.TypeOf(expected.GetType()).And.EqualTo(expected));
    }

    [Test]
    public void Bytes_that_are_no_date_are_told()
    {
        Assert.That(
            () => S7PlusData.ToValue(new S7PlusShape(S7PlusType.Dtl), new byte[12]),
            Throws.InstanceOf<FormatException>().With.Message.Contains("no DTL")
        );
        Assert.That(() => S7PlusData.ToValue(new S7PlusShape(S7PlusType.Int), new byte[3]), Throws.ArgumentException);
    }

    [FsCheck.NUnit.Property]
    public bool A_text_never_reaches_behind_its_bytes(byte declared, byte[] content)
    {
        var shape = new S7PlusShape(S7PlusType.String, length: declared % 255);
        var bytes = new byte[shape.ByteLength];
        content.AsSpan(0, Math.Min(content.Length, bytes.Length)).CopyTo(bytes);
        return ((string)S7PlusData.ToValue(shape, bytes)).Length <= shape.Length;
    }
}
