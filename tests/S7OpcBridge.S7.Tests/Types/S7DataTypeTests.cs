namespace S7OpcBridge.S7.Tests;

public class S7DataTypeTests
{
    [TestCase("Real", "Real")]
    [TestCase("REAL", "Real")]
    [TestCase(" real ", "Real")]
    [TestCase("bool", "Bool")]
    [TestCase("TOD", "Time_Of_Day")]
    [TestCase("Time_Of_Day", "Time_Of_Day")]
    [TestCase("LTOD", "LTime_Of_Day")]
    [TestCase("ltime_of_day", "LTime_Of_Day")]
    [TestCase("DT", "Date_And_Time")]
    [TestCase("Date_And_Time", "Date_And_Time")]
    [TestCase("LDT", "LDT")]
    [TestCase("DTL", "DTL")]
    [TestCase("S5Time", "S5Time")]
    [TestCase("String", "String[254]")]
    [TestCase("String[20]", "String[20]")]
    [TestCase("String(20)", "String[20]")]
    [TestCase("String [ 20 ]", "String[20]")]
    [TestCase("WString[16382]", "WString[16382]")]
    [TestCase("Chars(8)", "Chars(8)")]
    [TestCase("chars[8]", "Chars(8)")]
    [TestCase("Bcd16", "Bcd16")]
    [TestCase("Int(0..9)", "Array[0..9] of Int")]
    [TestCase("Int[0..9]", "Array[0..9] of Int")]
    [TestCase("Int[10]", "Array[0..9] of Int")]
    [TestCase("Int[-3..3]", "Array[-3..3] of Int")]
    [TestCase("Array[0..9] of Int", "Array[0..9] of Int")]
    [TestCase("ARRAY [1..4] OF real", "Array[1..4] of Real")]
    [TestCase("Array(1 .. 4) of String(20)", "Array[1..4] of String[20]")]
    [TestCase("String[20](0..3)", "Array[0..3] of String[20]")]
    [TestCase("String(0..3)", "Array[0..3] of String[254]")]
    [TestCase("Array[0..99] of Bool", "Array[0..99] of Bool")]
    public void All_spellings_read_to_the_one_canonical_spelling(string text, string canonical)
    {
        Assert.That(S7DataType.TryParse(text, out var type, out var error), Is.True, error);
        Assert.That(type.ToString(), Is.EqualTo(canonical));
        Assert.That(S7DataType.TryParse(type.ToString(), out var again, out _), Is.True);
        Assert.That(again, Is.EqualTo(type));
    }

    [TestCase("", "empty")]
    [TestCase("Reel", "did you mean Real?")]
    [TestCase("Strng[20]", "did you mean String?")]
    [TestCase("Float", "Real (32 bits) or LReal (64 bits)")]
    [TestCase("int16", "write Int")]
    [TestCase("MotorUdt", "TIA Portal")]
    [TestCase("String[255]", "1 to 254")]
    [TestCase("String[0]", "1 to 254")]
    [TestCase("WString[16383]", "1 to 16382")]
    [TestCase("Chars", "Chars(8)")]
    [TestCase("String[20", "add a ']'")]
    [TestCase("Int(0..9", "add a ')'")]
    [TestCase("Int[]", "empty")]
    [TestCase("Int[9..0]", "0..9")]
    [TestCase("Int[0]", "bounds")]
    [TestCase("Int[a..b]", "bounds")]
    [TestCase("Int[0..9][0..9]", "one dimension")]
    [TestCase("Array[0..3, 0..4] of Int", "several dimensions")]
    [TestCase("Array[0..3] of Array[0..4] of Int", "array of arrays")]
    [TestCase("Array of Int", "no bounds")]
    [TestCase("Array[0..9]", "'of'")]
    [TestCase("Array[0..9] of", "'of'")]
    [TestCase("Array[0..9] of Int[3]", "array already")]
    [TestCase("Int[0..32768]", "65538 bytes")]
    [TestCase("Int 5", "not a data type")]
    [TestCase("Int[0..9] x", "'x'")]
    [TestCase("Byte[-2147483648..2147483647]", "4294967296 elements")]
    public void What_is_wrong_is_named_and_what_to_do(string text, string expected)
    {
        Assert.That(S7DataType.TryParse(text, out var type, out var error), Is.False, type.ToString());
        Assert.That(error, Does.Contain(expected));
        Assert.That(type, Is.EqualTo(default(S7DataType)));
    }

    [TestCase("Bool", 1)]
    [TestCase("Byte", 1)]
    [TestCase("Word", 2)]
    [TestCase("DWord", 4)]
    [TestCase("LWord", 8)]
    [TestCase("LReal", 8)]
    [TestCase("Char", 1)]
    [TestCase("WChar", 2)]
    [TestCase("String[20]", 22)]
    [TestCase("String[21]", 23)]
    [TestCase("String[254]", 256)]
    [TestCase("WString[20]", 44)]
    [TestCase("WString[16382]", 32768)]
    [TestCase("S5Time", 2)]
    [TestCase("Time", 4)]
    [TestCase("Date", 2)]
    [TestCase("TOD", 4)]
    [TestCase("LTOD", 8)]
    [TestCase("DT", 8)]
    [TestCase("LDT", 8)]
    [TestCase("DTL", 12)]
    [TestCase("Timer", 2)]
    [TestCase("Counter", 2)]
    [TestCase("Bcd32", 4)]
    [TestCase("Chars(7)", 7)]
    [TestCase("Int[0..9]", 20)]
    [TestCase("String[20](0..3)", 88)]
    [TestCase("String[21](0..3)", 95)]
    [TestCase("Bool[0..7]", 1)]
    [TestCase("Bool[0..8]", 2)]
    public void Sizes_are_those_of_standard_blocks(string text, int bytes) => Assert.That(Parse(text).ByteLength(), Is.EqualTo(bytes));

    [Test]
    public void A_Bool_array_spills_when_it_begins_late_in_its_byte()
    {
        Assert.That(Parse("Bool[0..2]").ByteLength(5), Is.EqualTo(1));
        Assert.That(Parse("Bool[0..3]").ByteLength(5), Is.EqualTo(2));
        Assert.That(Parse("Bool").ByteLength(7), Is.EqualTo(1));
    }

    [Test]
    public void Every_kind_has_a_value_kind_a_name_and_a_spelling_that_reads_back()
    {
        foreach (var kind in Enum.GetValues<S7TypeKind>().Where(kind => kind != S7TypeKind.None))
        {
            var type = new S7DataType(kind, kind is S7TypeKind.String or S7TypeKind.WString or S7TypeKind.Chars ? 7 : 0);
            Assert.That(type.ValueKind, Is.Not.EqualTo(S7ValueKind.None), kind.ToString());
            Assert.That(type.ByteLength(), Is.GreaterThan(0), kind.ToString());
            Assert.That(Parse(type.ToString()), Is.EqualTo(type));
            Assert.That(
                Parse((type with { ArrayLower = -1, ArrayLength = 3 }).ToString()),
                Is.EqualTo(type with { ArrayLower = -1, ArrayLength = 3 })
            );
        }
    }

    [FsCheck.NUnit.Property]
    public bool Any_text_is_read_or_explained(string? text) => S7DataType.TryParse(text, out _, out var error) == (error.Length == 0);

    private static S7DataType Parse(string text) =>
        S7DataType.TryParse(text, out var type, out var error) ? type : throw new AssertionException(error);
}
