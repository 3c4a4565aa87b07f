using System.Text;

namespace S7OpcBridge.S7.Tests;

public class TextCodecTests
{
    [TestCase("14 05 48 65 6C 6C 6F", "Hello")]
    [TestCase("14 00", "")]
    [TestCase("14 03 80 E4 99", "€ä™")]
    // A fresh block: capacity 0 holds nothing, whatever the length says; 255 limits nothing.
    [TestCase("00 05 48 65 6C 6C 6F", "")]
    [TestCase("FF 05 48 65 6C 6C 6F", "Hello")]
    [TestCase("03 05 48 65 6C 6C 6F", "Hel")]
    public void A_String_ends_at_the_least_of_length_capacity_and_declaration(string bytes, string text) =>
        Assert.That(Decode("String[20]", bytes), Is.EqualTo(text));

    [Test]
    public void A_String_longer_than_declared_is_cut() => Assert.That(Decode("String[3]", "FE FE 41 42 43"), Is.EqualTo("ABC"));

    [Test]
    public void A_written_String_leaves_the_capacity_byte_alone()
    {
        var (status, bytes, offset, written) = Encode("String[4]", "Hi");
        Assert.That((status, bytes, offset, written), Is.EqualTo((S7EncodeStatus.Ok, "04 02 48 69 00 00", 1, 3)));
    }

    [TestCase("String[4]", "Hello")]
    [TestCase("String[4]", "ﺀ")]
    [TestCase("String[4]", "日")]
    [TestCase("WString[4]", "Hello")]
    [TestCase("WString[3]", "😀😀")]
    [TestCase("Char", "AB")]
    [TestCase("Char", "日")]
    [TestCase("WChar", "AB")]
    [TestCase("WChar", "😀")]
    [TestCase("Chars(4)", "Hello")]
    public void Text_that_is_too_long_or_not_in_the_code_page_is_out_of_range(string type, string text) =>
        Assert.That(Encode(type, text).Status, Is.EqualTo(S7EncodeStatus.OutOfRange));

    [Test]
    public void A_String_holds_254_characters_and_no_more()
    {
        var longest = new string('x', 254);
        var (status, bytes, _, written) = Encode("String[254]", longest);
        Assert.That((status, written, bytes[..8]), Is.EqualTo((S7EncodeStatus.Ok, 255, "FE FE 78")));
        Assert.That(Decode("String[254]", bytes), Is.EqualTo(longest));
        Assert.That(Encode("String[254]", longest + "x").Status, Is.EqualTo(S7EncodeStatus.OutOfRange));
    }

    [Test]
    public void A_WString_holds_16382_characters_and_no_more()
    {
        var longest = string.Concat(Enumerable.Repeat("ä日", 8191));
        var (status, bytes, offset, written) = Encode("WString[16382]", longest);
        Assert.That((status, offset, written, bytes[..17]), Is.EqualTo((S7EncodeStatus.Ok, 2, 2 + 32764, "3F FE 3F FE 00 E4")));
        Assert.That(Decode("WString[16382]", bytes), Is.EqualTo(longest));
        Assert.That(Encode("WString[16382]", longest + "x").Status, Is.EqualTo(S7EncodeStatus.OutOfRange));
    }

    [TestCase("00 04 00 02 D8 3D DE 00 00 00 00 00", "😀")]
    [TestCase("00 00 00 04 00 41 00 42 00 43 00 44", "")]
    [TestCase("FF FF 00 04 00 41 00 42 00 43 00 44", "ABCD")]
    [TestCase("00 02 00 04 00 41 00 42 00 43 00 44", "AB")]
    [TestCase("FF FF FF FF 00 41 00 42 00 43 00 44", "ABCD")]
    public void A_WString_is_its_code_units(string bytes, string text) => Assert.That(Decode("WString[4]", bytes), Is.EqualTo(text));

    [Test]
    public void A_lone_surrogate_passes_through_a_WString_and_not_into_a_code_page()
    {
        const string Lone = "a\uD83Db";
        var (status, bytes, _, _) = Encode("WString[4]", Lone);
        Assert.That((status, bytes), Is.EqualTo((S7EncodeStatus.Ok, "00 04 00 03 00 61 D8 3D 00 62 00 00")));
        Assert.That(Decode("WString[4]", bytes), Is.EqualTo(Lone));

        var utf8 = S7Codec.Create(new(S7TypeKind.String, 20), 0, new(Encoding.UTF8, TimeZoneInfo.Utc));
        Assert.That(utf8.Encode(S7Value.From(Lone), new byte[22], out _), Is.EqualTo(S7EncodeStatus.OutOfRange));
    }

    [TestCase("Char", "41", "A")]
    [TestCase("Char", "00", "")]
    [TestCase("Char", "20", " ")]
    [TestCase("WChar", "20 AC", "€")]
    [TestCase("WChar", "00 00", "")]
    [TestCase("Chars(4)", "41 42 43 44", "ABCD")]
    [TestCase("Chars(4)", "41 42 00 00", "AB")]
    [TestCase("Chars(4)", "41 00 42 00", "A\0B")]
    [TestCase("Chars(4)", "41 42 20 20", "AB  ")]
    public void Fixed_texts_end_before_their_filling(string type, string bytes, string text)
    {
        Assert.That(Decode(type, bytes), Is.EqualTo(text));
        Assert.That(Encode(type, text), Is.EqualTo((S7EncodeStatus.Ok, bytes, 0, bytes.Length / 3 + 1)));
    }

    [TestCase("Windows-1252", "€", "80")]
    [TestCase("ansi", "€", "80")]
    [TestCase("Latin-1", "ä", "E4")]
    [TestCase("ISO-8859-1", "\u0080", "80")]
    [TestCase("UTF-8", "ä", "C3 A4")]
    [TestCase("utf8", "€", "E2 82 AC")]
    [TestCase("GBK", "中文", "D6 D0 CE C4")]
    [TestCase("Windows-1250", "ř", "F8")]
    [TestCase("cp1250", "ř", "F8")]
    [TestCase("CP-1251", "Я", "DF")]
    [TestCase("Shift_JIS", "日", "93 FA")]
    public void Code_pages_are_found_by_name(string name, string text, string bytes)
    {
        Assert.That(S7TextEncodings.TryFind(name, out var encoding, out var error), Is.True, error);
        var codec = S7Codec.Create(new(S7TypeKind.Chars, bytes.Split(' ').Length), 0, new(encoding, TimeZoneInfo.Utc));
        Assert.That(codec.TryDecode(Bytes(bytes), out var value), Is.True);
        Assert.That(value.Reference, Is.EqualTo(text));
        var destination = new byte[codec.Size];
        Assert.That(codec.Encode(value, destination, out _), Is.EqualTo(S7EncodeStatus.Ok));
        Assert.That(Hex(destination), Is.EqualTo(bytes));
    }

    [TestCase("Latin-1", "€")]
    [TestCase("ASCII", "ä")]
    [TestCase("GBK", "ř")]
    public void A_character_outside_the_code_page_is_never_replaced(string name, string text)
    {
        Assert.That(S7TextEncodings.TryFind(name, out var encoding, out _), Is.True);
        var codec = S7Codec.Create(new(S7TypeKind.String, 20), 0, new(encoding, TimeZoneInfo.Utc));
        Assert.That(codec.Encode(S7Value.From(text), new byte[22], out _), Is.EqualTo(S7EncodeStatus.OutOfRange));
    }

    [TestCase("Windows-1251x", "Windows-1252")]
    [TestCase("UTF8x", "did you mean UTF8?")]
    [TestCase("klingon", "write Windows-1252")]
    public void A_wrong_code_page_gets_the_nearest_name(string name, string hint)
    {
        Assert.That(S7TextEncodings.TryFind(name, out _, out var error), Is.False);
        Assert.That(error, Does.Contain($"'{name}'").And.Contain(hint));
    }

    [Test]
    public void A_byte_without_a_character_does_not_hide_the_text_around_it()
    {
        var codec = S7Codec.Create(new(S7TypeKind.String, 4), 0, new(Encoding.UTF8, TimeZoneInfo.Utc));
        Assert.That(codec.TryDecode(Bytes("04 03 41 C3 42 00"), out var value), Is.True);
        Assert.That(value.Reference, Is.EqualTo("A\uFFFDB"));
    }

    [Test]
    public void All_256_bytes_of_Windows_1252_survive_a_round_trip()
    {
        var codec = S7Codec.Create(new(S7TypeKind.Chars, 256), 0, S7CodecOptions.Default);
        var bytes = Enumerable.Range(0, 256).Select(i => (byte)i).ToArray();
        Assert.That(codec.TryDecode(bytes, out var value), Is.True);
        var again = new byte[256];
        Assert.That(codec.Encode(value, again, out _), Is.EqualTo(S7EncodeStatus.Ok));
        Assert.That(again, Is.EqualTo(bytes));
    }

    private static string? Decode(string type, string bytes)
    {
        var codec = Codec(type);
        var source = new byte[codec.Size];
        Bytes(bytes).CopyTo(source, 0);
        Assert.That(codec.TryDecode(source, out var value), Is.True);
        return (string?)value.Reference;
    }

    private static (S7EncodeStatus Status, string Bytes, int Offset, int Written) Encode(string type, string text)
    {
        var codec = Codec(type);
        var destination = Enumerable.Repeat((byte)0xEE, codec.Size).ToArray();
        var status = codec.Encode(S7Value.From(text), destination, out var written);
        return (status, Hex(destination), codec.WriteOffset, written);
    }

    private static S7Codec Codec(string type) =>
        S7DataType.TryParse(type, out var parsed, out var error)
            ? S7Codec.Create(parsed, 0, S7CodecOptions.Default)
            : throw new AssertionException(error);

    private static byte[] Bytes(string hex) => Convert.FromHexString(hex.Replace(" ", ""));

    private static string Hex(byte[] bytes) => BitConverter.ToString(bytes).Replace('-', ' ');
}
