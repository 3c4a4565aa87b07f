using System.Buffers.Binary;
using System.Text;
using S7OpcBridge.S7Plus.Alarms;

namespace S7OpcBridge.S7Plus.Tests.Alarms;

/// <summary>Placeholders in texts, and values of all types.</summary>
public sealed class AlarmTextFormatTests
{
    private const int German = 1031;
    private const int English = 1033;

    [TestCase("Motor @1%d@ stopped", "Motor -2 stopped")]
    [TestCase("@1%u@ @1%x@ @1%X@ @1%6X@", "65534 fffe FFFE 00FFFE")]
    [TestCase("[@2%5d@] [@2%05d@] [@1%05d@]", "[   26] [00026] [-0002]")]
    [TestCase("@2%b@ @2%08b@", "11010 00011010")]
    [TestCase("@3%f@ @3%.2f@ @3%8.1f@ @3%08.1f@ @3%d@", "12.345 12.35     12.3 000012.3 12")]
    [TestCase("@4%s@ has @5%s@", "=F6+S2-G1 has wide")]
    [TestCase("@6%s@ @6%d@", "true 1")]
    [TestCase("@2B%d@ @1Y%u@ @1W%X@ @1I%d@ @1X%u@", "0 254 FFFE -2 65534")]
    [TestCase("@3R%.1f@", "12.3")]
    public void A_value_is_shown_in_the_format_of_its_place(string text, string shown) => Assert.That(Apply(text), Is.EqualTo(shown));

    [TestCase("@9%d@")]
    [TestCase("@11%d@")]
    [TestCase("@0%d@")]
    [TestCase("@4%f@")]
    [TestCase("@BlockName@ and user@example.org")]
    [TestCase("@1%d")]
    [TestCase("@1%")]
    [TestCase("@1%q@")]
    [TestCase("@1%123d@")]
    [TestCase("@99999999999%d@")]
    [TestCase("@")]
    [TestCase("@@")]
    [TestCase("@1%t#NoSuchList@")]
    [TestCase("@1%t#520@")]
    public void A_place_without_a_value_stays_as_it_is(string text) => Assert.That(Apply(text), Is.EqualTo(text));

    [Test]
    public void A_place_right_behind_an_at_sign_is_found() => Assert.That(Apply("a@@2%d@@b"), Is.EqualTo("a@26@b"));

    [Test]
    public void German_texts_have_a_decimal_comma() => Assert.That(Apply("@3%.1f@ °C", German), Is.EqualTo("12,3 °C"));

    [Test]
    public void A_text_list_gives_the_text_for_the_value_in_the_language_of_the_text()
    {
        Assert.That(Apply("State @2%t#519K@."), Is.EqualTo("State running."));
        Assert.That(Apply("Zustand @2W%t#519@.", German), Is.EqualTo("Zustand läuft."));
    }

    [Test]
    public void Values_of_system_diagnostics_are_elements_of_one_value()
    {
        AssociatedValue[] packed = [new(0, [0x00, 0x1F, 0x01, 0x02, 0xFF, 0xFF])];
        Assert.That(
            AlarmTextFormat.Apply("Channel @1W%d@ of @2W%X@, @3I%d@, @6Y%u@, @4W%d@", packed, English, (_, _, _) => null),
            Is.EqualTo("Channel 31 of 102, -1, 255, @4W%d@")
        );
    }

    [Test]
    public void A_text_never_grows_without_bound()
    {
        var text = new StringBuilder().Insert(0, "@5%99s@", 1000).ToString();
        Assert.That(Apply(text), Has.Length.EqualTo(AlarmTextFormat.MostCharacters));
    }

    [TestCase(S7PlusType.Bool, "00", "false")]
    [TestCase(S7PlusType.Byte, "FF", "255")]
    [TestCase(S7PlusType.SInt, "FF", "-1")]
    [TestCase(S7PlusType.Char, "41", "A")]
    [TestCase(S7PlusType.WChar, "20AC", "€")]
    [TestCase(S7PlusType.DInt, "FFFFFFFE", "-2")]
    [TestCase(S7PlusType.ULInt, "FFFFFFFFFFFFFFFF", "18446744073709551615")]
    [TestCase(S7PlusType.Real, "414C189_", "12.756")]
    [TestCase(S7PlusType.LReal, "3FF8000000000000", "1.5")]
    [TestCase(S7PlusType.Time, "000005DC", "00:00:01.5000000")]
    [TestCase(S7PlusType.Date, "0001", "1990-01-02 00:00:00")]
    [TestCase(S7PlusType.Dtl, "07E8030F060D2D1E00000000", "2024-03-15 13:45:30")]
    [TestCase(S7PlusType.Dtl, "07E8FF0F060D2D1E00000000", "07E8FF0F060D2D1E00000000")]
    [TestCase(S7PlusType.DInt, "FF", "FF")]
    [TestCase(S7PlusType.Variant, "0102", "0102")]
    public void A_value_of_each_type_has_a_natural_form(S7PlusType type, string bytes, string shown) =>
        Assert.That(new AssociatedValue(AssociatedValue.RootOf(type), Bytes(bytes)).ToText(), Is.EqualTo(shown));

    [TestCase("0A036162630000", "abc")]
    [TestCase("616263", "abc")]
    [TestCase("0AFF616263", "\u000aÿabc")]
    public void A_string_comes_with_its_two_lengths_or_without(string bytes, string shown) =>
        Assert.That(new AssociatedValue(0x020A_000A, Convert.FromHexString(bytes)).ToText(), Is.EqualTo(shown));

    private static byte[] Bytes(string digits)
    {
        if (!digits.EndsWith('_'))
            return Convert.FromHexString(digits);
        var real = new byte[4];
        BinaryPrimitives.WriteSingleBigEndian(real, 12.756f);
        return real;
    }

    private static string Apply(string text, int lcid = English)
    {
        var real = new byte[4];
        BinaryPrimitives.WriteSingleBigEndian(real, 12.345f);
        AssociatedValue[] values =
        [
            new(AssociatedValue.RootOf(S7PlusType.Int), [0xFF, 0xFE]),
            new(AssociatedValue.RootOf(S7PlusType.UDInt), [0, 0, 0, 0x1A]),
            new(AssociatedValue.RootOf(S7PlusType.Real), real),
            new(0x020A_00FE, [0xFE, 9, .. "=F6+S2-G1"u8]),
            new(0x020B_0010, [0, 16, 0, 4, 0, (byte)'w', 0, (byte)'i', 0, (byte)'d', 0, (byte)'e']),
            new(AssociatedValue.RootOf(S7PlusType.Bool), [1]),
        ];
        return AlarmTextFormat.Apply(
            text,
            values,
            lcid,
            (language, list, value) =>
                (language, list, value) switch
                {
                    (English, 519, 26) => "running",
                    (German, 519, 26) => "läuft",
                    _ => null,
                }
        );
    }
}
